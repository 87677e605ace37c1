import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
let real: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  ;({ idToken: real } = await market.identity.signUp({ email: 'ana@example.test', password: 'second-ring' }))
})
afterAll(() => market.close())

const written = (text: string) => Buffer.from(text).toString('base64url')

describe('a sign-in that the provider has ended', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const at = seconds() + 60
  it.each([
    ['with a disabled account, as all of it are', (uid: string) => market.identity.disable(uid), null],
    ['with those of before a time', (uid: string) => market.identity.revoke(uid, at), new Date(at * 1000)],
    ['with its account', (uid: string) => market.identity.deleteAccount(uid), null],
  ])('is named: %s', async (_, end, before) => {
    const email = `${crypto.randomUUID()}@example.test`
    const { uid, idToken } = await market.identity.signUp({ email, password: 'second-ring' })
    await end(uid)
    expect(await market.platform.identity.verifyIdToken(idToken)).toEqual({ isEnded: true, uid, before })
  })
})

describe('an ID token', () => {
  it('is taken when the provider gave it', async () => {
    expect(await market.platform.identity.verifyIdToken(real)).toMatchObject({ email: 'ana@example.test' })
  })

  it.each([
    ['claims that are no JSON', ([head, claims, sign]: string[]) => `${head}.x${claims}.${sign}`],
    ['claims that are no object', ([head, , sign]: string[]) => `${head}.${written('null')}.${sign}`],
    ['claims that are a list', ([head, , sign]: string[]) => `${head}.${written('[]')}.${sign}`],
    ['claims of nothing', ([head, , sign]: string[]) => `${head}.${written('{}')}.${sign}`],
    [
      'claims of the wrong kinds',
      ([head, , sign]: string[]) => `${head}.${written('{"sub":{},"exp":"x","iat":[]}')}.${sign}`,
    ],
    ['no claims', ([head, , sign]: string[]) => `${head}..${sign}`],
    ['a head that is no JSON', ([, claims, sign]: string[]) => `${written('{')}.${claims}.${sign}`],
    ['a head that is null', ([, claims, sign]: string[]) => `${written('null')}.${claims}.${sign}`],
    [
      'a head of the wrong kinds',
      ([, claims, sign]: string[]) => `${written('{"alg":{},"typ":[],"kid":{}}')}.${claims}.${sign}`,
    ],
    ['too few parts', ([head, claims]: string[]) => `${head}.${claims}`],
    ['too many parts', ([head, claims, sign]: string[]) => `${head}.${claims}.${sign}.${sign}`],
    ['blanks around it', (parts: string[]) => ` ${parts.join('.')} `],
    ['nothing', () => ''],
  ])('is refused, and no outage, with %s', async (_, of) => {
    expect(await market.platform.identity.verifyIdToken(of(real.split('.')))).toBeNull()
  })
})
