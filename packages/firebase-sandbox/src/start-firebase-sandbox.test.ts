import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCli } from '@second-ring/server-process/testing/run-cli'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identityClient } from './client.ts'
import { type IdentityOptions, startFirebaseSandbox } from './start-firebase-sandbox.ts'

const start = async (options: IdentityOptions = {}) => {
  const server = await startFirebaseSandbox(options)
  onTestFinished(() => server.stop())
  return { ...server, client: identityClient(server.url, server.projectId) }
}

/** The official server SDK, pointed at an emulator: it reads the variable when it is made. */
const adminOf = (host: string): Auth => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = host
  const app = initializeApp({ projectId: 'demo-second-ring' }, `test-${host}`)
  onTestFinished(() => deleteApp(app))
  return getAuth(app)
}

const buyer = { email: 'buyer@second-ring.test', password: 'second-ring', displayName: 'Bea Buyer' }
const seller = { uid: 'demo-seller', email: 'seller@second-ring.test', password: 'second-ring', displayName: 'Sam' }

test('signs up, signs in and refuses a wrong password and a second account of one email', async () => {
  const { client } = await start()
  const { uid } = await client.signUp(buyer)
  expect((await client.signIn('Buyer@Second-Ring.test', 'second-ring')).uid).toBe(uid)
  await expect(client.signIn(buyer.email, 'wrong-password')).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
  await expect(client.signUp(buyer)).rejects.toThrow('EMAIL_EXISTS')
  await expect(client.signUp({ email: 'short@second-ring.test', password: '12345' })).rejects.toThrow('WEAK_PASSWORD')
})

test('a Google account signs up the first time and in the next', async () => {
  const { client, host } = await start()
  const person = { sub: 'google-1', email: 'gina@gmail.test', name: 'Gina' }
  const first = await client.signInWithGoogle(person)
  const again = await client.signInWithGoogle(person)
  expect(again.uid).toBe(first.uid)
  const decoded = await adminOf(host).verifyIdToken(again.idToken)
  expect(decoded).toMatchObject({ email: 'gina@gmail.test', email_verified: true, name: 'Gina' })
  expect(decoded.firebase.sign_in_provider).toBe('google.com')
})

test('the official server SDK verifies, revokes and deletes', async () => {
  const { client, host } = await start()
  const admin = adminOf(host)
  const { uid, idToken } = await client.signUp(buyer)
  expect(await admin.verifyIdToken(idToken, true)).toMatchObject({ uid, aud: 'demo-second-ring', email: buyer.email })

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  onTestFinished(() => void vi.useRealTimers())
  await admin.revokeRefreshTokens(uid)
  await expect(admin.verifyIdToken(idToken, true)).rejects.toMatchObject({ code: 'auth/id-token-revoked' })

  await admin.deleteUser(uid)
  await expect(admin.getUser(uid)).rejects.toMatchObject({ code: 'auth/user-not-found' })
  await expect(client.signIn(buyer.email, buyer.password)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
})

test('what people and admins made is there after a restart, and nothing twice', async () => {
  const dataFile = path.join(await temporaryFolder(), 'identity', 'accounts.jsonl')
  const first = await startFirebaseSandbox({ dataFile })
  const before = identityClient(first.url)
  const { uid, refreshToken } = await before.signUp(buyer)
  const google = await before.signInWithGoogle({ sub: 'google-1', email: 'gina@gmail.test' })
  const gone = await before.signUp({ email: 'gone@second-ring.test', password: 'second-ring' })
  const cutOff = await before.signUp({ email: 'cut-off@second-ring.test', password: 'second-ring' })
  const admin = adminOf(first.host)
  await admin.updateUser(google.uid, { disabled: true })
  await admin.setCustomUserClaims(uid, { tier: 'gold' })
  await admin.revokeRefreshTokens(cutOff.uid)
  await admin.deleteUser(gone.uid)
  const kept = [uid, google.uid, cutOff.uid]
  const [user, disabled, revoked] = await Promise.all(kept.map(each => admin.getUser(each)))
  await first.stop()

  const { client, host } = await start({ dataFile })
  const restored = adminOf(host)
  expect((await restored.getUser(uid)).toJSON()).toEqual(user?.toJSON())
  expect((await restored.getUser(google.uid)).toJSON()).toEqual(disabled?.toJSON())
  expect((await restored.getUser(cutOff.uid)).tokensValidAfterTime).toBe(revoked?.tokensValidAfterTime)
  expect((await restored.listUsers()).users).toHaveLength(3)
  expect((await restored.verifyIdToken(await client.refresh(refreshToken))).uid).toBe(uid)
  expect((await client.signIn(buyer.email, buyer.password)).uid).toBe(uid)
  await expect(client.signInWithGoogle({ sub: 'google-1', email: 'gina@gmail.test' })).rejects.toThrow('USER_DISABLED')
})

test('an answered sign-up survives a kill, and an unfinished line does not stop the next start', async () => {
  const dataFile = path.join(await temporaryFolder(), 'accounts.jsonl')
  const killed = await runCli(new URL('./cli.ts', import.meta.url), { DATA_FILE: dataFile })
  const { uid } = await identityClient(String(killed.ready.url)).signUp(buyer)
  await killed.end('SIGKILL')
  await writeFile(dataFile, '{"account":{"localId":"half', { flag: 'a' })

  const { client } = await start({ dataFile })
  expect((await client.signIn(buyer.email, buyer.password)).uid).toBe(uid)
})

test('clearing the project is kept too', async () => {
  const dataFile = path.join(await temporaryFolder(), 'accounts.jsonl')
  const first = await startFirebaseSandbox({ dataFile })
  await identityClient(first.url).signUp(buyer)
  await identityClient(first.url).deleteAll()
  await first.stop()
  const { client } = await start({ dataFile })
  await expect(client.signIn(buyer.email, buyer.password)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
})

test('the file is for its owner only, and a thousand changes do not make it grow without end', async () => {
  const dataFile = path.join(await temporaryFolder(), 'accounts.jsonl')
  const { client } = await start({ dataFile })
  const { refreshToken } = await client.signUp(buyer)
  expect((await stat(dataFile)).mode & 0o777).toBe(0o600)
  for (let round = 0; round < 1_010; round++) await client.refresh(refreshToken)
  expect((await readFile(dataFile, 'utf8')).split('\n').length).toBeLessThan(100)
  expect((await client.signIn(buyer.email, buyer.password)).uid).toBeTruthy()
})

test('says which line of a damaged file is not readable', async () => {
  const dataFile = path.join(await temporaryFolder(), 'accounts.jsonl')
  await writeFile(dataFile, '{"cleared":true}\nnot json\n')
  await expect(startFirebaseSandbox({ dataFile })).rejects.toThrow('Line 2 of')
})

test('ensures accounts by uid, and leaves changed ones as they are', async () => {
  const { client } = await start()
  await client.ensureAccounts([{ ...seller, emailVerified: true }])
  await client.ensureAccounts([
    { ...seller, displayName: 'Someone else', password: 'other-password' },
    { uid: 'demo-buyer', ...buyer },
  ])
  expect((await client.signIn(seller.email, seller.password)).uid).toBe('demo-seller')
  expect((await client.signIn(buyer.email, buyer.password)).uid).toBe('demo-buyer')
})

test('a browser on another origin may call, and another project may not be touched', async () => {
  const { url } = await start()
  const preflight = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-client-version,x-firebase-gmpid',
    },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-client-version')
  await expect(identityClient(url, 'another-project').deleteAll()).rejects.toThrow('another-project')
})

test('says so when the port is taken', async () => {
  const { host } = await start()
  const port = Number(host.split(':')[1])
  await expect(startFirebaseSandbox({ port })).rejects.toThrow(`Port ${port} is taken.`)
})

test('a renewed ID token has the time of its own sign-in, also over a restart', async () => {
  const dataFile = path.join(await temporaryFolder(), 'accounts.jsonl')
  const first = await startFirebaseSandbox({ dataFile })
  const client = identityClient(first.url)
  const { refreshToken: older, idToken } = await client.signUp(buyer)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
  onTestFinished(() => void vi.useRealTimers())
  const newer = await client.signIn(buyer.email, buyer.password)
  expect(signedInAt(newer.idToken)).toBeGreaterThan(signedInAt(idToken))
  expect(signedInAt(await client.refresh(older))).toBe(signedInAt(idToken))
  expect(signedInAt(await client.refresh(newer.refreshToken))).toBe(signedInAt(newer.idToken))
  await first.stop()
  const { client: again } = await start({ dataFile })
  expect(signedInAt(await again.refresh(older))).toBe(signedInAt(idToken))
})

const signedInAt = (idToken: string): number =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).auth_time
