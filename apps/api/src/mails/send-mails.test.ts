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
    expect(gathered?.text).toContain('Booking 12.')
    expect(gathered?.text).toContain('And 14 more.')
    expect(await market.mails(little.email)).toHaveLength(1)
    await record(market, much.id, 'paid', 'One more.')
    expect(await market.mails(much.email)).toHaveLength(13)
    await market.timePasses({ hours: 1 })
    expect((await market.mails(much.email))[0]).toMatchObject({ text: expect.stringContaining('One more.') })
  })

  it('are claimed by one process each', async () => {
    const market = await opened()
    await record(market, (await market.user()).id, 'paid')
    const claimed = await Promise.all([claimMails(market.platform), claimMails(market.platform)])
    expect(claimed.flat()).toHaveLength(1)
  })
})
