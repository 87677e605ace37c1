import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getAuth } from 'firebase-admin/auth'
import { expect, onTestFinished, test } from 'vitest'
import { identityClient } from './client.ts'
import { startFirebaseSandbox } from './start-firebase-sandbox.ts'

const HOUR_MS = 3_600_000
const ann = { email: 'ann@second-ring.test', password: 'second-ring' }

const start = async () => {
  let at = Date.now()
  const server = await startFirebaseSandbox({ actionUrl: 'http://shop.test/account/action', now: () => new Date(at) })
  onTestFinished(() => server.stop())
  process.env.FIREBASE_AUTH_EMULATOR_HOST = server.host
  const app = initializeApp({ projectId: server.projectId }, `mails-${server.host}`)
  onTestFinished(() => deleteApp(app))
  return {
    client: identityClient(server.url),
    admin: getAuth(app),
    outbox: async () => (await fetch(server.outboxUrl)).text(),
    wait: (ms: number) => {
      at += ms
    },
  }
}

const onlyCode = async (client: ReturnType<typeof identityClient>, email: string): Promise<string> => {
  const [code, ...others] = await client.codesTo(email)
  expect(others).toEqual([])
  return code?.oobCode ?? ''
}

test('a mailed link proves an email, once, and the next ID token says so', async () => {
  const { client, admin, outbox } = await start()
  expect(await outbox()).toContain('No mail was sent yet.')
  const { idToken, refreshToken } = await client.signUp(ann)
  expect((await admin.verifyIdToken(idToken)).email_verified).toBe(false)
  await client.mailProof(idToken)
  const [mail] = await client.codesTo(ann.email)
  expect(mail?.oobLink).toMatch(/^http:\/\/shop\.test\/account\/action\?mode=verifyEmail&.*oobCode=/)
  expect(await outbox()).toContain('Verify your email')
  await client.applyCode(mail?.oobCode ?? '')
  expect((await admin.verifyIdToken(await client.refresh(refreshToken))).email_verified).toBe(true)
  await expect(client.applyCode(mail?.oobCode ?? '')).rejects.toThrow('INVALID_OOB_CODE')
  expect(await client.codesTo(ann.email)).toEqual([])
  expect(await outbox()).toContain('The link was used.')
})

test('a mailed link sets a new password, and no other kind of code does', async () => {
  const { client, admin, wait } = await start()
  const { uid, idToken } = await client.signUp(ann)
  await client.mailProof(idToken)
  const proof = await onlyCode(client, ann.email)
  await expect(client.resetPassword(proof, 'another-password')).rejects.toThrow('INVALID_OOB_CODE')
  await client.applyCode(proof)
  wait(HOUR_MS)
  await client.mailReset(ann.email)
  const code = await onlyCode(client, ann.email)
  await expect(client.resetPassword(code, '12345')).rejects.toThrow('WEAK_PASSWORD')
  await client.resetPassword(code, 'another-password')
  expect((await client.signIn(ann.email, 'another-password')).uid).toBe(uid)
  expect((await admin.getUser(uid)).providerData.map(each => each.providerId)).toEqual(['password'])
  await expect(client.signIn(ann.email, ann.password)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
  await expect(client.resetPassword(code, 'third-password')).rejects.toThrow('INVALID_OOB_CODE')
})

test('a mailed link to the new address changes the email; one that is taken meanwhile is not changed to', async () => {
  const { client, admin, wait } = await start()
  const { uid, idToken } = await client.signUp(ann)
  await client.mailChange(idToken, 'new@second-ring.test')
  expect((await admin.getUser(uid)).email).toBe(ann.email)
  await client.applyCode(await onlyCode(client, 'new@second-ring.test'))
  expect(await admin.getUser(uid)).toMatchObject({ email: 'new@second-ring.test', emailVerified: true })

  wait(HOUR_MS)
  const { idToken: later } = await client.signIn('new@second-ring.test', ann.password)
  await client.mailChange(later, 'taken@second-ring.test')
  await client.signUp({ email: 'taken@second-ring.test', password: 'second-ring' })
  const code = await onlyCode(client, 'taken@second-ring.test')
  await expect(client.applyCode(code)).rejects.toThrow('EMAIL_EXISTS')
})

test('links expire', async () => {
  const { client, wait, outbox } = await start()
  const { idToken } = await client.signUp(ann)
  await client.mailProof(idToken)
  await client.mailReset(ann.email)
  const [proof, reset] = await client.codesTo(ann.email)
  wait(HOUR_MS)
  await expect(client.resetPassword(reset?.oobCode ?? '', 'another-password')).rejects.toThrow('EXPIRED_OOB_CODE')
  wait(71 * HOUR_MS)
  await expect(client.applyCode(proof?.oobCode ?? '')).rejects.toThrow('EXPIRED_OOB_CODE')
  expect(await outbox()).toContain('it has expired')
})

test('an address gets one mail of a kind a minute and five a day', async () => {
  const { client, wait } = await start()
  const { idToken } = await client.signUp(ann)
  await client.mailProof(idToken)
  await expect(client.mailProof(idToken)).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER')
  for (let count = 2; count <= 5; count++) {
    wait(60_000)
    await client.mailProof(idToken)
  }
  wait(60_000)
  await expect(client.mailProof(idToken)).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER')
  wait(24 * HOUR_MS)
  await client.mailProof(idToken)
})

test('an address with blanks around it is the same inbox', async () => {
  const { client } = await start()
  const { idToken } = await client.signUp(ann)
  await client.mailChange(idToken, 'new@second-ring.test')
  await expect(client.mailChange(idToken, ' New@second-ring.test')).rejects.toThrow('TOO_MANY_ATTEMPTS_TRY_LATER')
})

test('a reset is answered alike for an address with an account, without one, and with too many mails', async () => {
  const { client } = await start()
  await client.signUp(ann)
  const answers = []
  for (const email of [ann.email, ann.email, 'nobody@second-ring.test', 'nobody@second-ring.test']) {
    const { email: named, ...answer } = (await client.mailReset(email)) as { email: string }
    expect(named).toBe(email)
    answers.push(answer)
  }
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(await client.codesTo(ann.email)).toHaveLength(1)
})

test('the email of before is mailed a link that takes a change back', async () => {
  const { client } = await start()
  const { idToken } = await client.signUp(ann)
  await client.mailChange(idToken, 'bea@second-ring.test')
  await client.applyCode(await onlyCode(client, 'bea@second-ring.test'))
  expect(await client.signIn('bea@second-ring.test', ann.password)).toHaveProperty('uid')
  const [recovery] = await client.codesTo(ann.email)
  expect(recovery?.oobLink).toMatch(/^http:\/\/shop\.test\/account\/action\?mode=recoverEmail&.*oobCode=/)
  await client.applyCode(recovery?.oobCode ?? '')
  expect(await client.signIn(ann.email, ann.password)).toHaveProperty('uid')
  expect(await client.codesTo('bea@second-ring.test')).toEqual([])
})

test('a code is worth nothing for a later account with the same email', async () => {
  const { client, wait } = await start()
  const { uid, idToken } = await client.signUp(ann)
  await client.mailChange(idToken, 'thief@second-ring.test')
  await client.mailReset(ann.email)
  await client.deleteAccount(uid)
  await client.signUp(ann)
  wait(1_000)
  await expect(client.applyCode(await onlyCode(client, 'thief@second-ring.test'))).rejects.toThrow('INVALID_OOB_CODE')
  await expect(client.resetPassword(await onlyCode(client, ann.email), 'thief-password')).rejects.toThrow(
    'INVALID_OOB_CODE',
  )
})
