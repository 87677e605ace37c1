import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import pg from 'pg'
import { MARKET_DATABASE_URL } from './env.ts'
import { newPhone, type Phone, PICTURE } from './phones.ts'
import type { Person } from './users.ts'

/** Someone who has an account, with the bearer of their calls. */
export interface Member extends Person {
  bearer: string
}

export interface PostedPhone extends Phone {
  listingId: string
  categoryId: string
  image: string
  /** The sum that a booking names. */
  price: number
}

interface Config {
  identity: { apiKey: string; emulatorUrl: string; projectId: string }
  imageHost: { uploadUrl: string }
}

interface Made {
  acknowledged: boolean
  insertedId: string
}

export type Market = ReturnType<typeof createMarket>

/** What is there before a test begins: made by calls, which is quicker than on the screens that other tests go through. */
export function createMarket(request: APIRequestContext) {
  async function call<Answer>(method: 'GET' | 'POST', path: string, bearer: string, data?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${bearer}` }
    return read<Answer>(await request.fetch(path, { method, headers, ...(data && { data }) }))
  }
  const config = async () => read<Config>(await request.get('/config.json'))
  async function upload(bearer: string): Promise<string> {
    const { imageHost } = await config()
    const uploaded = await request.post(imageHost.uploadUrl, {
      multipart: { image: PICTURE },
      headers: { authorization: `Bearer ${bearer}` },
    })
    return (await read<{ data: { url: string } }>(uploaded)).data.url
  }

  return {
    /** Signs someone up at the identity provider and at the product. */
    async join(person: Person): Promise<Member> {
      const { name, email, password, accountType } = person
      const { identity } = await config()
      const accounts = `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts`
      const account = { email, password, displayName: name, returnSecureToken: true }
      const signedUp = await request.post(`${accounts}:signUp?key=${identity.apiKey}`, { data: account })
      const { idToken } = await read<{ idToken: string }>(signedUp)
      await call<Made>('POST', '/users', idToken, { name, email, role: accountType })
      const query = new URLSearchParams({ email })
      const { accessToken } = await call<{ accessToken: string }>('GET', `/jwt?${query}`, idToken)
      return { ...person, bearer: accessToken }
    },

    /** Signs up somebody who has followed the link that proves their email. */
    async joinProven(person: Person): Promise<Member> {
      const member = await this.join(person)
      const { identity } = await config()
      const accounts = `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts`
      const post = async <Answer>(action: string, data: object) =>
        read<Answer>(await request.post(`${accounts}:${action}?key=${identity.apiKey}`, { data }))
      const { email, password } = person
      const signIn = () => post<{ idToken: string }>('signInWithPassword', { email, password, returnSecureToken: true })
      const outbox = `${identity.emulatorUrl}/emulator/v1/projects/${identity.projectId}/oobCodes`
      const { oobCodes } = await read<{ oobCodes: { email: string; oobCode: string }[] }>(await request.get(outbox))
      await post('update', { oobCode: oobCodes.findLast(code => code.email === email)?.oobCode })
      // The product reads the proof when the identity's token is exchanged.
      const { idToken: proven } = await signIn()
      const query = new URLSearchParams({ email })
      const { accessToken } = await call<{ accessToken: string }>('GET', `/jwt?${query}`, proven)
      return { ...member, bearer: accessToken }
    },

    /** Signs up somebody who has proven their email long ago, so that what they sell counts in estimates. */
    async joinTrusted(person: Person, { verified = false } = {}): Promise<Member> {
      const member = await this.joinProven(person)
      const client = new pg.Client({ connectionString: MARKET_DATABASE_URL })
      await client.connect()
      await client.query(
        `UPDATE users SET email_verified_at = now() - interval '30 days', verified_at = CASE WHEN $2 THEN now() END
          WHERE email = $1`,
        [person.email, verified],
      )
      await client.end()
      return member
    },

    /** Posts a phone in the first category; `changes` make it another than any, or the twin of one. */
    async post(seller: Member, changes: Partial<Phone> & { image?: string } = {}): Promise<PostedPhone> {
      const { image = await upload(seller.bearer), ...phone } = { ...newPhone(), ...changes }
      const [category] = await read<{ _id: string }[]>(await request.get('/categories'))
      const categoryId = category?._id ?? ''
      const { insertedId } = await call<Made>('POST', '/addProduct', seller.bearer, {
        id: categoryId,
        product_name: phone.productName,
        image,
        condition: 'good',
        description: 'Works as it should; the battery is at 91 %.',
        location: 'Portland, Oregon',
        resale_price: phone.resalePrice,
        orginal_price: phone.originalPrice,
        year_used: 2,
        seller_name: seller.name,
        email: seller.email,
        posted: new Date().toString(),
      })
      const price = Number(phone.resalePrice)
      return { ...phone, listingId: insertedId, categoryId, image, price }
    },

    /** Puts a phone on Home. */
    async advertise(seller: Member, { listingId }: PostedPhone): Promise<void> {
      const answer = await call<Made>('POST', '/addProductTohome', seller.bearer, { _id: listingId })
      expect(answer.acknowledged).toBe(true)
    },

    /** Books a phone, to be handed over at the Central Library. */
    async book(buyer: Member, phone: PostedPhone): Promise<string> {
      const answer = await call<Made>('POST', '/orders', buyer.bearer, {
        name: buyer.name,
        product: phone.productName,
        product_img: phone.image,
        email: buyer.email,
        price: phone.price,
        location: 'Central Library',
        phone: '+1 555 010 0199',
        productId: phone.listingId,
      })
      expect(answer.acknowledged).toBe(true)
      return answer.insertedId
    },
  }
}

async function read<Answer>(response: APIResponse): Promise<Answer> {
  expect(response.ok(), `${response.url()} answered ${response.status()}: ${await response.text()}`).toBe(true)
  return (await response.json()) as Answer
}
