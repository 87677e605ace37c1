import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { mailboxClient } from './client.ts'
import { SmtpFault } from './smtp.ts'
import { type MailSandboxOptions, startMailSandbox } from './start-mail-sandbox.ts'

async function started(options: MailSandboxOptions = {}) {
  const sandbox = await startMailSandbox(options)
  onTestFinished(() => sandbox.stop())
  const as = (user: string) => createTransport(sandbox.smtpUrl.replace('//', `//${user}:any@`))
  return { ...sandbox, as, mailbox: mailboxClient(sandbox.url) }
}

const mail = {
  from: 'Shop <shop@shop.example>',
  to: 'Nia@example.test',
  subject: 'Déjà booked <b>',
  text: 'Plain & simple',
  html: '<p>Rich</p><script>alert(1)</script>',
}
const textOf = async (url: string) => (await fetch(url)).text()

test('a mail is listed with its parts, by user and by recipient', async () => {
  const { as, mailbox } = await started()
  await as('one').sendMail(mail)
  await as('two').sendMail({ ...mail, to: 'other@example.test' })
  expect(await mailbox.list()).toHaveLength(2)
  expect(await mailbox.list({ user: 'one' })).toMatchObject([
    {
      user: 'one',
      to: ['nia@example.test'],
      from: 'Shop <shop@shop.example>',
      subject: 'Déjà booked <b>',
      text: expect.stringContaining('Plain & simple'),
      html: expect.stringContaining('<p>Rich</p>'),
      headers: { 'message-id': expect.any(String) },
      deliveries: 1,
    },
  ])
  expect(await mailbox.list({ to: 'OTHER@example.test' })).toMatchObject([{ user: 'two' }])
  await mailbox.clear({ user: 'one' })
  expect((await mailbox.list()).map(({ user }) => user)).toEqual(['two'])
})

test('a Message-ID that comes twice is one mail, delivered twice', async () => {
  const { as, mailbox } = await started()
  for (const user of ['one', 'one', 'two']) await as(user).sendMail({ ...mail, messageId: '<1@shop.example>' })
  expect((await mailbox.list()).map(({ user, deliveries }) => [user, deliveries])).toEqual([
    ['two', 1],
    ['one', 2],
  ])
})

test('the oldest are dropped', async () => {
  const { as, mailbox } = await started({ most: 2 })
  for (const subject of ['first', 'second', 'third']) await as('one').sendMail({ ...mail, subject })
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['third', 'second'])
})

test('the pages show a mail and run nothing of it', async () => {
  const { url, as, mailbox } = await started({
    more: { title: 'Mails of the sign-in provider', url: 'http://localhost:1' },
  })
  expect(await textOf(url)).toContain('No mail came yet')
  await as('one').sendMail(mail)
  const [{ id } = { id: '' }] = await mailbox.list()
  const list = await textOf(url)
  expect(list).toContain('Déjà booked &lt;b&gt;')
  expect(list).toContain('href="http://localhost:1"')
  expect(await textOf(`${url}/?to=somebody@example.test`)).not.toContain('Déjà')
  const page = await textOf(`${url}/mails/${id}`)
  expect(page).toContain('Plain &amp; simple')
  expect(page).not.toContain('<script>')
  expect(page).toContain(`sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${id}/html"`)
  const framed = await fetch(`${url}/mails/${id}/html`)
  expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups [^;]*; default-src 'none'/)
  expect((await fetch(`${url}/mails/none`)).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
})

test('a server can reject, for good or for now', async () => {
  const { as, mailbox } = await started({
    async disturb({ step, to }) {
      if (step === 'recipient' && to === 'gone@example.test') throw new SmtpFault(550, 'No such user')
      if (step === 'data' && to === 'busy@example.test') throw new SmtpFault(451, 'Later')
    },
  })
  await expect(as('one').sendMail({ ...mail, to: 'gone@example.test' })).rejects.toMatchObject({ responseCode: 550 })
  await expect(as('one').sendMail({ ...mail, to: 'busy@example.test' })).rejects.toMatchObject({ responseCode: 451 })
  expect(await mailbox.list()).toEqual([])
  await as('one').sendMail(mail)
  expect(await mailbox.list()).toHaveLength(1)
})

test('a port that is taken is said in one line', async () => {
  const { url, smtpUrl } = await started()
  const [port, smtpPort] = [url, smtpUrl].map(text => Number(new URL(text).port))
  await expect(startMailSandbox({ port: port ?? 0 })).rejects.toThrow(`Port ${port} is taken.`)
  await expect(startMailSandbox({ smtpPort: smtpPort ?? 0 })).rejects.toThrow(`Port ${smtpPort} is taken.`)
})
