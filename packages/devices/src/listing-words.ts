const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that tell models apart. One that is left over means a model that the catalogue does not have. */
export const variantWords = words(`
  pro max plus ultra mini lite fe se xl xr xs fold flip edge neo fusion power play stylus prime note compact premium active
  youth rsr rs porsche ii iii iv vi vii viii gt nfc speed dual gen air slim je civi pure fast supra optimo maxx zoom core
  quantum uw xcover feel duos trifold fan professional turbo explorer discovery gaming sport cruise go force droid tennen
  smart business slate mark mk le ud dimensity hypercharge
`)

/** What is for a phone, of a phone, or another device: a post about it is no post about the phone. */
const otherThings = words(`
  case cases cover covers bumper sleeve wallet skin folio pouch hulle huelle hullen handyhulle schutzhulle tasche coque etui
  funda carcasa custodia protector protectors glass panzerglas schutzglas schutzfolie folie film screen display lcd oled
  digitizer bildschirm ecran pantalla battery akku batterie bateria backcover housing frame rahmen motherboard mainboard
  logicboard board flex connector charger chargers ladegerat netzteil ladekabel cable kabel adapter adaptor dock
  dockingstation powerbank chargeur cargador headphones headset earphones earbuds earpods kopfhorer airpods buds watch band
  strap tab tablet ipad pad pods macbook laptop notebook chromebook tv holder halter halterung mount stand pen spen keyboard lens
  box karton verpackung packaging boite caja
  parts part spares spare ersatzteil ersatzteile dummy replica clone fake attrappe copy klon replika imitation
  lot bundle bundles joblot konvolut
  wanted suche gesucht wtb swap tausch tausche trade exchange repair reparatur unlocking
`)

/** Whether a word is of `otherThings`, also as the end of a longer one: Displayschutzfolie. */
export function isOtherThing(word: string): boolean {
  return (
    otherThings.has(word) ||
    /.(?:hulle|huelle|tasche|folie|glas|kabel|karton|verpackung|case|cover|gerat|akku)$/.test(word)
  )
}

/** Before a name they say that something is made for that phone: `case for iPhone 13`. */
export const purposeWords = words('for fur fuer pour para per fits fit compatible passend kompatibel style like wie')

/** What comes after them is sold with the phone: `iPhone 13 with case`. */
export const withWords = words(`
  with mit avec con incl inkl incluye inclus including inclusive inklusive plusand and und et y no without ohne sans sin
`)

/** Makers and lines of phones that the catalogue does not have. */
export const otherMakers = words(`
  oppo vivo realme lg htc zte tecno infinix itel alcatel asus zenfone rog blackberry blackview doogee ulefone oukitel cubot
  meizu wiko tcl sharp caterpillar lenovo nexus iqoo meitu leeco gionee micromax lava umidigi oscal agm kyocera palm
  microsoft lumia ericsson nubia redmagic hisense gigaset emporia doro jolla panasonic toshiba acer medion blu coolpad vertu shift
  volla murena unihertz reno
`)

/** What sellers add that says nothing of the model. */
export const fillerWords = words(`
  a an the mi in of on by at as is it my smartphone smartphones phone phones handy mobile cellphone cell telefon telephone
  gb tb ram rom storage memory speicher sim single esim dualsim unlocked locked simlock simfree free frei entsperrt
  debloque libre factory network open netlock branding vodafone telekom tmobile verizon att sprint ee three
  new neu neuf nuevo used gebraucht occasion usado excellent very good great gut sehr top perfect fair ok condition zustand
  etat neuwertig sealed refurbished renewed generaluberholt original genuine working works perfectly fully cracked scratch
  scratches kratzer ovp for sale selling sell verkaufe verkauf vends vendo cheap bargain only nur warranty garantie invoice
  rechnung eu uk us usa version model modell international global colour color farbe health battery batterie akku bateria
  percent hmd android ios hd lte gsm never opened
  aura glow mystic bronze prism phantom cosmic cloud navy onyx midnight awesome titanium graphite lavender mint cream
  burgundy olive lime coral starlight obsidian ocean arctic aurora peacock sunrise twilight pearl crystal breathing champagne
  copper turquoise teal beige brown braun marron glacier frost lunar charcoal snow sky light dark hell dunkel
`)

const bases: Record<string, string> = {
  black: 'black schwarz noir negro nero zwart preto',
  white: 'white weiss blanc blanche bianco blanco wit branco',
  blue: 'blue blau bleu bleue azul blu blauw',
  green: 'green grun gruen vert verte verde groen',
  red: 'red rot rouge rojo rosso rood vermelho',
  pink: 'pink rosa rose',
  purple: 'purple lila violett violet violeta viola paars lilac lavender morado',
  yellow: 'yellow gelb jaune amarillo giallo geel amarelo',
  gray: 'gray grey grau gris grigio grijs',
  silver: 'silver silber argent plata argento zilver',
  gold: 'gold golden dorado oro goud',
  orange: 'orange naranja arancione oranje',
}

/** The colour that a word means in one of the languages of sellers, in English: `blau` is blue. */
export const colourBases: ReadonlyMap<string, string> = new Map(
  Object.entries(bases).flatMap(([base, names]) => names.split(' ').map(name => [name, base] as const)),
)
