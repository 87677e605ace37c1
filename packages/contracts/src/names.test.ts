import { describe, expect, it } from 'vitest'
import { cleanName, hasNothingHidden, hasWebAddress, saysVerified, withoutWebAddresses } from './name-signs.ts'
import { personName, thingName } from './names.ts'

const Person = personName('Name is required', 60)
const Thing = thingName('Name is required', 60)
const messageOf = (schema: typeof Person, text: string) => schema.safeParse(text).error?.issues[0]?.message

describe('a person’s name', () => {
  it.each([
    'Ana Ćosić',
    'Nguyễn Thị Minh Khai',
    'O’Neill',
    "O'Brien",
    'O´Neill',
    'José-María García López',
    'Renée D`Arcy',
    'Jean-Luc van der Berg',
    'Martin Luther King, Jr.',
    '王小明',
    '山田 太郎',
    '김철수',
    'Ольга Петрова',
    'Ανδρέας Παπαδόπουλος',
    'Άννα (Anna)',
    'محمد علی',
    'فاطمه‌زهرا',
    'नमस्ते शर्मा',
    'क्‍ष शर्मा',
    'শ্রাবণী',
    'தமிழ்ச்செல்வி',
    'ශ්‍රී ලංකා',
    'ხათუნა',
    'Անի',
    'ነጋሽ',
    'สมชาย ใจดี',
    'ມະນີ',
    'ဒေါ်အောင်',
    'ខ្មែរ',
    'Þórdís Ægisdóttir',
    'Łukasz Żółć',
    'İpek Şahin',
    'Nuñez & Sons',
    'X Æ A-12',
    'N!xau',
    'ʻAkamu Kahananui',
    'Oliver I. Fiedler',
    'Vera Fiedler',
    'Akɔsua Ɛsi',
    'Ɓala Ɗanjuma',
    'Đặng Ɖoe',
    '王Bob',
    '佐藤ケン・ー',
    '木村カエレ',
    'レイ',
    '김Minho',
    'Ʋenance',
    'Marie-Ève Σίμος',
    'ʻŌiwi ʼAna',
    'بهار Spring',
    'Zoë Ångström 2nd',
    'Dr. Ines Mbeki-Ødegård',
    'Mehmet Ali',
    'Ирина Smith',
    '👩🏽‍💻 Ana',
    '🏴󠁧󠁢󠁷󠁬󠁳󠁿 Gwen ❤️',
  ])('may be %s', name => {
    expect(Person.parse(name)).toBe(name)
    expect(cleanName(name)).toBe(name)
  })

  it.each([
    ['Amara Osei ✔ Verified', 'Amara Osei'],
    ['Amara Osei ✅', 'Amara Osei'],
    ['Amara Osei ✔️', 'Amara Osei'],
    ['Amara √ Osei', 'Amara Osei'],
    ['Amara Osei ☑', 'Amara Osei'],
    ['★ Amara ★', 'Amara'],
    ['Amara Osei (verified)', 'Amara Osei ()'],
    ['Amara Osei VÉRIFIED', null],
    ['Amara Ｖｅｒｉｆｉｅｄ', null],
    ['Ama\u200Bra', 'Amara'],
    ['Ama\u200Dra', 'Amara'],
    ['\u2060Amara', 'Amara'],
    ['Amara\u200F', 'Amara'],
    ['Ama\u00ADra', 'Amara'],
    ['Amara\u{E0041}', 'Amara'],
    ['Amara\uFE0F', 'Amara'],
    ['Аmara', null],
    ['Amаra Osei', null],
    ['Αmara', null],
    ['Amara \u0531nn', null],
    ['Amaᏼa', null],
    ['А1mara', null],
    ['Amaराa', null],
    ['Sμpport', null],
    ['Amara ᴠᴇʀɪғɪᴇᴅ', null],
    ['ᴀmara', 'mara'],
    ['Amara ᵛᵉʳⁱᶠⁱᵉᵈ', 'Amara'],
    ['ʀenée', 'enée'],
    ['𝐀mara', 'mara'],
    ['Ⓐmara', 'mara'],
    ['Amara 𝓥𝓮𝓻𝓲𝓯𝓲𝓮𝓭', 'Amara'],
    ['Amara 🅅🄴🅁🄸🄵🄸🄴🄳', 'Amara'],
    ['Amara 🆅🅴🆁🅸🅵🅸🅴🅳', null],
    ['Amara 🇻🇪🇷🇮🇫🇮🇪🇩', null],
    ['Amara v e r i f i e d', null],
    ['Amara V.E.R.I.F.I.E.D.', null],
    ['Amara veri-fied', null],
    ['AmaraVerified', null],
    ['VerifiedSeller', null],
    ['verified_amara', null],
    ['Amara v3r1f13d', null],
    ['Amara verlfled', null],
    ['Amara ver!f!ed', null],
    ['Amara verrifiiied', null],
    ['Amara Vɇɍɨƒɨɇđ', null],
    ['Amara verıfıed', null],
    ['Amara v̶e̶r̶i̶f̶i̶e̶d̶', null],
    ['Amara 🥈', 'Amara'],
    ['Amara 👑', 'Amara'],
    ['Amara 🔐', 'Amara'],
    ['Amara ⍻', 'Amara'],
    ['Amara ✩', 'Amara'],
    ['Amara ꪜ', 'Amara'],
    ['Amara V\u20dd', 'Amara V'],
    ['Amara\u2065', 'Amara'],
    ['Amara\ufff0', 'Amara'],
    ['Amara\u{e0080}', 'Amara'],
    ['Amara \u{1fbb1}', 'Amara'],
    ['Amara \u235f', 'Amara'],
    ['Amara \u{1f7c9}', 'Amara'],
    ['Amara ❌', 'Amara'],
    ['Amara レ', 'Amara'],
    ['Amara ﾚ', 'Amara'],
    ['Amara \\/erified', null],
    ['Amara ꓦꓰꓣꓲꓝꓲꓰꓓ', null],
    ['Amara ᏙᎬᎡᎥfᎥᎬᎠ', null],
    ['Amara ᐯᕮᖇᓰᖴᓰᕮᗪ verified', null],
  ])('may not be %j', (name, clean) => {
    expect(messageOf(Person, name)).toMatch(/ticks|verified|nobody sees|alphabets|plain letters/)
    if (clean !== null) expect(cleanName(name)).toBe(clean)
  })
})

describe('signs that nobody sees', () => {
  const of = (property: RegExp) =>
    Array.from({ length: 0x110000 }, (_, code) => code)
      .filter(code => property.test(String.fromCodePoint(code)))
      .map(code => String.fromCodePoint(code))

  it.each([
    ['ignorable', /\p{Default_Ignorable_Code_Point}/u],
    ['private', /\p{Co}/u],
    ['not assigned', /\p{Cn}/u],
  ])(
    'are refused and cleaned away, each that is %s',
    (_, property) => {
      const signs = of(property)
      expect(signs.length).toBeGreaterThan(100)
      expect(signs.filter(hasNothingHidden)).toEqual([])
      expect(cleanName(signs.join('a'))).toBe('a'.repeat(signs.length - 1))
    },
    30_000,
  )
})

describe('a text that is too long', () => {
  it.each(['v', 'v ', '!', 'i1l', 'v.', 'a\u0301', 'Ω', ' ', '1-', 've'])('costs next to nothing: %j', unit => {
    expect(messageOf(Person, unit.repeat(262_144 / unit.length))).toMatch(/at most 60|required/)
    saysVerified(unit.repeat(262_144 / unit.length))
  })
})

describe('the name of a thing', () => {
  it.each([
    'iPhone 13 Pro Max (256 GB)',
    'Galaxy S21+ 5G',
    'Nokia 3310™ ®',
    '6.1″ display, 5"',
    'iPhone 12 🔥',
    'Pixel 👩🏽‍💻 1️⃣',
    'Mi 9T = Redmi K20',
    '小米 14 Ultra',
    '小米14Ultra',
    '47 kΩ, 3 μm',
    'Смартфон Redmi 9A 8/256ГБ',
    'Pixel 8 🅱️ 🇩🇪',
    'Нокиа 3310',
    '5000 mAh, 0.5 µA, 8 Ω',
    'Kraków, Śródmieście',
    'تهران',
  ])('may be %s', name => {
    expect(Thing.parse(name)).toBe(name)
  })

  it.each([
    'iPhone 13 ✔',
    'Verified ✅ iPhone',
    'iPhone ★★★★★',
    'iРhone 13',
    'iPh\u200Bone',
    'Pixel 🛡️',
    'ɪPhone 13',
    'iPhone 13 🥇',
  ])('may not be %s', name => {
    expect(messageOf(Thing, name)).toMatch(/ticks|nobody sees|alphabets|plain letters/)
  })
})

const ADDRESSES = [
  'Pay again at https://second-ring.evil.example/pay',
  'iPhone hxxps://evil.test/x',
  'www.evil.test iPhone',
  'WWW2.evil.test',
  'Pay at second-ring.com',
  'Second-Ring.Com/pay',
  'x.com',
  't.co/abc',
  'pay.second-ring.co.uk',
  'secondring.de',
  '163.com phone',
  'evil.xn--p1ai',
  'пример.рф',
  'second-ring．com',
  'ｓｅｃｏｎｄ．ｃｏｍ',
  '203.0.113.7/pay',
  '203.0.113.7:8080 phone',
  '(evil.io)',
]

describe('encoded words of mails in names', () => {
  it.each(['=?utf-8?B?aHR0cDovL2V2aWwuZXhhbXBsZQ==?=', 'Aurora =?ISO-8859-1?q?12?='])('%s', name => {
    for (const schema of [Thing, Person]) expect(messageOf(schema, name)).toMatch(/signs that nobody sees/)
    expect(Person.safeParse(cleanName(name)).success).toBe(true)
  })

  it('are not what a price or a question looks like', () => {
    for (const name of ['Aurora 12 = ?', 'Is a=b?', 'Price =?']) expect(messageOf(Thing, name)).toBeUndefined()
  })
})

describe('web addresses in names', () => {
  it.each([...ADDRESSES, 'Write to help@second-ring.test'])('are refused: %s', name => {
    for (const schema of [Thing, Person]) expect(messageOf(schema, name)).toMatch(/Leave web and email addresses out/)
  })

  it.each([
    'iPhone 12.5',
    'Nr.1 Handy',
    'Nr.Handy',
    'iOS 17.4.1',
    'iPhone 12.GB',
    'Dr.Smith',
    'J.Li',
    'J.R.R.Tolkien',
    'O.Neill-Jones Jr.',
    'Galaxy S21...as new',
    'S.p.A. Telefonia',
    'Version 1.2.3.4',
    'St.Gallen, Bahnhof',
    '5.5" display, 8.0 MP',
    'P@ul',
    'and/or 50% off!',
    'Ratio 16:9',
  ])('are not seen in %s', name => {
    for (const schema of [Thing, Person]) expect(schema.parse(name)).toBe(name)
  })

  it('are cleaned away from a name that an identity provider gives', () => {
    expect(cleanName('Nia https://evil.test/pay Roe')).toBe('Nia Roe')
  })

  it('are replaced whole in a text', () => {
    expect(withoutWebAddresses('Go to https://evil.test/a?b=c now, or evil.com:80/x#y.', '(a link)')).toBe(
      'Go to (a link) now, or (a link)',
    )
    for (const text of ADDRESSES) {
      const left = withoutWebAddresses(text.normalize('NFKC'), '')
      expect(hasWebAddress(left)).toBe(false)
    }
  })

  it.each(['a.', 'a-', '1.', 'a@', 'www', 'http:', 'evil.com/'])('cost next to nothing to find: %j', unit => {
    const text = unit.repeat(20_000 / unit.length)
    hasWebAddress(text)
    withoutWebAddresses(text, '')
  })
})

describe('a name that passes for the shop', () => {
  it.each([
    'Second Ring',
    'Second Ring Support',
    'secondring',
    'The Sec0nd R1ng shop',
    'S.e.c.o.n.d R.i.n.g',
    'Ѕесоnd Ring',
    '🅂econd 🅁ing',
  ])('%s is refused', name => {
    expect(Person.safeParse(name).success).toBe(false)
  })

  it.each(['Ada Admin', 'Ring Second', 'Ana Secondo', 'Sekou Ring'])('%s is not', name => {
    expect(Person.safeParse(name).success).toBe(true)
  })
})
