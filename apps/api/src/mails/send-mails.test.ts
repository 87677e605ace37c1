import { createMarket, type Market, type MarketOptions } from '@second-ring/testkit'
import { mailboxClient, SmtpFault, type SmtpStep, startMailSandbox } from '@second-ring/testkit/mail-sandbox'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { claimMails } from './claim-mails.ts'
import { isMailKind, type MailKindName, mailKinds } from './mail-kinds.ts'
import { recordMail } from './record-mail.ts'
import { sendMails } from './send-mails.ts'

async function opened(options: MarketOptions = {}): Promise<Market> {
  const market = await createMarket(options)
  onTestFinished(() => market.close())
  return market
}

/** A market whose mails go through a sandbox of its own, which may misbehave. */
async function withServer(disturb: (step: SmtpStep) => Promise<void>, options: MarketOptions = {}) {
  const sandbox = await startMailSandbox({ disturb })
  onTestFinished(() => sandbox.stop())
  const market = await opened({ ...options, smtpUrl: sandbox.smtpUrl })
  return { market, mailbox: mailboxClient(sandbox.url) }
}

const record = (market: Market, userId: string, kind: MailKindName, message = 'News.') =>
  market.database.$transaction(tx => recordMail(tx, { userId, kind, message }))
const statesOf = async (market: Market) =>
  (await market.database.mail.findMany({ orderBy: { id: 'asc' } })).map(({ state }) => state)
const inSandbox = { HOLD: 48, PRICE: 20_000 }

async function booked(market: Market) {
  const seller = await market.user({ role: 'SELLER' })
  const buyer = await market.user()
  const { id: listingId } = await market.listing({ sellerId: seller.id, productName: 'Aurora <12> & "more"' })
  const contact = { meetingPlace: 'The old library', phone: '+1 555 010 0187' }
  const { orderId } = await market
    .as(buyer.id)
    .orders.place({ listingId, ...contact, expectedPriceCents: inSandbox.PRICE })
  return { seller, buyer, listingId, orderId }
}

describe('a mail', () => {
  let shared: Market
  beforeAll(async () => {
    shared = await createMarket()
  })
  afterAll(() => shared.close())

  it.each(Object.keys(mailKinds).filter(isMailKind))(
    'of the kind %s comes once, with both parts, to its user alone',
    async kind => {
      const [user, other] = [await shared.user(), await shared.user()]
      await record(shared, user.id, kind, 'Something happened.\nDo something.')
      await sendMails(shared.platform)
      expect(await shared.mails(other.email)).toEqual([])
      const mails = await shared.mails(user.email)
      expect(mails).toHaveLength(1)
      expect(mails).toMatchObject([
        {
          to: [user.email],
          from: 'Second Ring <no-reply@shop.example>',
          subject: expect.stringMatching(/\S/),
          text: expect.stringContaining('Do something.'),
          html: expect.stringContaining('<p style="margin:0 0 16px;overflow-wrap:anywhere">Do something.</p>'),
          deliveries: 1,
          headers: { 'auto-submitted': 'auto-generated' },
        },
      ])
      expect(mails[0]?.html?.match(/display:inline-block/g)).toHaveLength(1)
      expect(mails[0]?.html).toContain(`href="http://localhost${'/'}`)
      const isOptional = mailKinds[kind].group === 'booking'
      expect(mails[0]?.headers['list-unsubscribe-post']).toBe(isOptional ? 'List-Unsubscribe=One-Click' : undefined)
    },
  )

  it('tells a seller of a booking, without the buyer’s phone and place, and with every text escaped', async () => {
    const market = await opened()
    const { seller, buyer } = await booked(market)
    const [mail, ...others] = await market.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: [seller.email], subject: 'Aurora <12> & "more" is booked' })
    expect(mail?.html).toContain('Aurora &lt;12&gt; &amp; &quot;more&quot; is booked')
    for (const secret of ['old library', '555 010', buyer.email])
      expect(`${mail?.html}${mail?.text}`).not.toContain(secret)
  })

  it('tells both sides that an order is paid', async () => {
    const market = await opened()
    const { seller, buyer, orderId } = await booked(market)
    const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    await market.as(buyer.id).payments.confirm({ orderId, transactionId })
    await market.runJobs()
    const subjects = async (to: string) => (await market.mails(to)).map(({ subject }) => subject)
    expect(await subjects(buyer.email)).toEqual(['You paid for Aurora <12> & "more"'])
    // Those of one run are sent at once.
    expect((await subjects(seller.email)).toSorted()).toEqual([
      'Aurora <12> & "more" is booked',
      'Aurora <12> & "more" is paid',
    ])
    const { handoverCode } = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    for (const { text } of await market.mails()) expect(text).not.toContain(handoverCode ?? '')
  })

  it('tells a buyer once, six hours before a hold ends', async () => {
    const market = await opened()
    const { buyer } = await booked(market)
    await market.timePasses({ hours: inSandbox.HOLD - 5 })
    await market.runJobs()
    await market.runJobs()
    expect((await market.mails(buyer.email)).map(({ subject }) => subject)).toEqual([
      'Pay for Aurora <12> & "more" within 6 hours',
    ])
  })

  it('is not recorded when what it is about is rolled back', async () => {
    const market = await opened()
    const { id: userId } = await market.user()
    const rolledBack = market.database.$transaction(async tx => {
      await recordMail(tx, { userId, kind: 'paid', message: 'Paid.' })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await market.mails()).toEqual([])
  })

  it('goes to no address that is not proven, and to nobody who has gone', async () => {
    const market = await opened()
    const unproven = await market.user({ emailVerifiedAt: null })
    const gone = await market.user()
    await record(market, unproven.id, 'paid')
    await record(market, gone.id, 'paid')
    await (await market.asAdmin()).accounts.removeUser({ userId: gone.id })
    expect((await market.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [[gone.email], 'Your account was removed'],
    ])
    const left = await market.database.mail.findMany({ where: { userId: gone.id } })
    expect(left).toMatchObject([{ address: null, message: '' }])
  })

  it('goes to the email of before of whom was removed since, and no other that waited', async () => {
    const market = await opened()
    const { id: userId, email } = await market.user()
    const address = 'before@x.test'
    const waiting = { userId, message: 'Changed.' } as const
    await market.database.mail.createMany({
      data: [
        { ...waiting, kind: 'email-changed', address },
        { ...waiting, kind: 'email-changed', address: email },
        { ...waiting, kind: 'deletion-requested', address: email },
      ],
    })
    await (await market.asAdmin()).accounts.removeUser({ userId })
    const sent = (await market.mails()).map(({ to, subject }) => [to[0], subject])
    expect(new Map(sent.map(([to, subject]) => [to, subject]))).toEqual(
      new Map([
        [address, 'The email of your account was changed'],
        [email, 'Your account was removed'],
      ]),
    )
    expect(sent).toHaveLength(2)
  })

  it('goes to no address that is proven no more when it is sent', async () => {
    const market = await opened()
    const { id } = await market.user()
    await record(market, id, 'paid')
    await market.database.user.update({ where: { id }, data: { emailVerifiedAt: null } })
    expect(await market.mails()).toEqual([])
    expect(await statesOf(market)).toEqual(['DROPPED'])
  })
})

describe('what goes wrong', () => {
  it('a mail whose process ended before it was recorded as sent is sent again under the same Message-ID', async () => {
    const market = await opened()
    const { id } = await market.user()
    await record(market, id, 'paid')
    await market.mails()
    await market.database.mail.updateMany({ data: { state: 'SENDING', settledAt: null, message: 'News.' } })
    expect(await market.mails(), 'another process may still send it').toMatchObject([{ deliveries: 1 }])
    await market.timePasses({ hours: 1 })
    expect(await market.mails()).toMatchObject([{ deliveries: 2 }])
    expect(await statesOf(market)).toEqual(['SENT'])
  })

  it('two processes at once send each mail once', async () => {
    const market = await opened()
    for (let count = 0; count < 10; count += 1) await record(market, (await market.user()).id, 'paid')
    await Promise.all([sendMails(market.platform), sendMails(market.platform), sendMails(market.platform)])
    const mails = await market.mails()
    expect(mails).toHaveLength(10)
    expect(mails.every(({ deliveries }) => deliveries === 1)).toBe(true)
  })

  it('a server that is down for a while gets them later', async () => {
    let isDown = true
    const { market, mailbox } = await withServer(async ({ step }) => {
      if (isDown && step === 'connect') throw new SmtpFault(421, 'Down')
    })
    for (let count = 0; count < 3; count += 1) await record(market, (await market.user()).id, 'paid')
    await market.runJobs()
    expect(await statesOf(market)).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
    isDown = false
    await market.timePasses({ hours: 1 })
    await market.runJobs()
    expect(await statesOf(market)).toEqual(['SENT', 'SENT', 'SENT'])
    expect(await mailbox.list()).toHaveLength(3)
  })

  it('an address that is refused for good is given up; one refused for now is tried for a day', async () => {
    let tries = 0
    const { market, mailbox } = await withServer(async ({ step, to }) => {
      if (step !== 'recipient') return
      tries += 1
      throw to.startsWith('gone') ? new SmtpFault(550, 'No such user') : new SmtpFault(451, 'Later')
    })
    const [gone, busy] = [
      await market.user({ email: 'gone@example.test' }),
      await market.user({ email: 'busy@example.test' }),
    ]
    for (const { id } of [gone, busy]) await record(market, id, 'paid')
    await market.runJobs()
    expect(await statesOf(market)).toEqual(['FAILED', 'QUEUED'])
    await market.timePasses({ hours: 2 })
    await market.runJobs()
    expect(tries).toBe(3)
    await market.timePasses({ hours: 24 })
    await market.runJobs()
    expect(await statesOf(market)).toEqual(['FAILED', 'FAILED'])
    expect(await market.database.mail.findFirst({ where: { userId: gone.id } })).toMatchObject({
      problem: expect.stringContaining('No such user'),
      message: '',
    })
    expect(await mailbox.list()).toEqual([])
  })

  it('a run that was overtaken leaves the outcome of the other', async () => {
    const { market } = await withServer(async ({ step }) => {
      if (step !== 'recipient') return
      await market.database.mail.updateMany({
        data: { state: 'FAILED', problem: 'Of the other', settledAt: new Date(), message: '' },
      })
    })
    await record(market, (await market.user()).id, 'paid')
    await sendMails(market.platform)
    expect(await market.database.mail.findFirst()).toMatchObject({ state: 'FAILED', problem: 'Of the other' })
  })

  it('a server that says nothing is left after its time', async () => {
    const { market } = await withServer(() => new Promise(() => undefined), { mailTimeoutMs: 200 })
    await record(market, (await market.user()).id, 'paid')
    const startedAt = performance.now()
    await sendMails(market.platform)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await statesOf(market)).toEqual(['QUEUED'])
  })
})

describe('many mails', () => {
  it('to one user are gathered in the last of an hour, and nobody else’s wait', async () => {
    const market = await opened()
    const [much, little] = [await market.user(), await market.user()]
    for (let count = 1; count <= 30; count += 1) await record(market, much.id, 'booked', `Booking ${count}.`)
    await record(market, little.id, 'booked')
    await record(market, much.id, 'password-changed')
    await Promise.all([sendMails(market.platform), sendMails(market.platform)])
    const mails = await market.mails(much.email)
    expect(mails.filter(({ subject }) => subject === 'your phone is booked')).toHaveLength(11)
    expect(mails.filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1)
    const [gathered] = mails.filter(({ subject }) => subject === 'News about your bookings')
    expect(gathered?.text).toContain('Booking 30.\n\nBooking 29.')
    expect(gathered?.text).toContain('And 14 more.')
    expect(await market.mails(little.email)).toHaveLength(1)
    await record(market, much.id, 'paid', 'One more.')
    expect(await market.mails(much.email)).toHaveLength(13)
    await market.timePasses({ hours: 1 })
    expect((await market.mails(much.email))[0]).toMatchObject({ text: expect.stringContaining('One more.') })
  })

  it('to one user count from when they are begun, and word of money makes all of it word of money', async () => {
    const market = await opened()
    const { id: userId, email } = await market.user()
    const begun = { userId, kind: 'booked', message: 'News.', state: 'SENDING', claimedAt: new Date() } as const
    await market.database.mail.createMany({ data: Array.from({ length: 11 }, () => begun) })
    await record(market, userId, 'booked', 'Booking 12.')
    await record(market, userId, 'refunded', 'Your money is back.')
    expect(await claimMails(market.platform)).toMatchObject([
      { kind: 'several-money', to: email, message: 'Your money is back.\nBooking 12.' },
    ])
  })

  it('of users who have had an hour’s mails already hold up nobody else’s', async () => {
    const market = await opened()
    const [honest, ...greedy] = [await market.user(), await market.user(), await market.user(), await market.user()]
    for (const { id: userId } of greedy) {
      const mail = { userId, kind: 'deletion-requested', message: 'Your account is about to be deleted.' }
      await market.database.mail.createMany({ data: Array.from({ length: 105 }, () => mail) })
    }
    await record(market, honest.id, 'refunded')
    await sendMails(market.platform)
    expect(await market.mails(honest.email)).toHaveLength(1)
    for (const { email } of greedy) expect(await market.mails(email)).toHaveLength(5)
    const [{ id: userId = '' } = {}] = greedy
    await market.database.mail.createMany({
      data: Array.from({ length: 50 }, () => ({ userId, kind: 'deletion-requested', message: 'Again.' })),
    })
    await sendMails(market.platform)
    expect(await market.database.mail.count({ where: { userId, state: 'QUEUED' } })).toBeLessThanOrEqual(2)
  })

  it('about security go to the address of when they were recorded, within the hour’s limit, never two addresses in one', async () => {
    const market = await opened()
    const { id, email: before } = await market.user()
    for (let count = 1; count <= 8; count += 1) await record(market, id, 'new-sign-in', `Before ${count}.`)
    const after = `after-${id}@example.test`
    await market.database.user.update({ where: { id }, data: { email: after } })
    for (let count = 1; count <= 3; count += 1) await record(market, id, 'new-sign-in', `After ${count}.`)
    expect(await market.mails(before)).toHaveLength(5)
    expect(await market.mails(after)).toEqual([])
    expect((await market.mails(before)).map(({ text }) => text).join()).toContain('Before 8.')
    await market.timePasses({ hours: 1 })
    const [mail, ...others] = await market.mails(after)
    expect(others).toEqual([])
    expect(mail?.text).toContain('After 3.')
    expect(mail?.text).not.toContain('Before')
    expect(await market.mails(before)).toHaveLength(5)
  })

  it('of kinds of another version of the product hold up no other', async () => {
    const market = await opened()
    const { id: userId, email } = await market.user()
    await market.database.mail.createMany({
      data: Array.from({ length: 120 }, () => ({ userId, kind: 'of-another-version', message: 'Something else.' })),
    })
    await record(market, userId, 'refunded')
    await sendMails(market.platform)
    expect(await market.mails(email)).toHaveLength(1)
    expect(await market.database.mail.count({ where: { kind: 'of-another-version', state: 'QUEUED' } })).toBe(120)
  })

  it('are claimed by one process each', async () => {
    const market = await opened()
    await record(market, (await market.user()).id, 'paid')
    const claimed = await Promise.all([claimMails(market.platform), claimMails(market.platform)])
    expect(claimed.flatMap(mails => mails ?? [])).toHaveLength(1)
  })
})
