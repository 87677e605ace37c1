import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restClient, type TestUser } from './testing/rest-client.ts'

let market: Market
let client: ReturnType<typeof restClient>
let seller: TestUser
beforeAll(async () => {
  market = await createMarket()
  client = restClient(market)
  seller = await client.user('SELLER')
})
afterAll(() => market.close())

const nobody = '0199a3a2-7e5d-7c40-8d8e-111111111111'
const product = () => ({
  id: nobody,
  product_name: 'Aurora 9',
  image: '/images/x.webp',
  condition: 'good',
  description: 'Works.',
  location: 'Portland',
  resale_price: 200,
  orginal_price: 600,
  year_used: 2,
  seller_name: 'Sana',
  email: seller.email,
})

interface Rejected {
  says: string
  status: number
  call: string
  isSignedIn?: boolean
  body?(): unknown
}

// Old clients show the message as it is, so it is a sentence for whoever uses the site.
const signInAgain = 'Sign in again to go on.'
const otherEmail = 'You are signed in with another email. Sign in again.'
it.each<Rejected>([
  { status: 401, says: signInAgain, call: 'GET /orders?email=a@b.co' },
  { status: 401, says: signInAgain, call: 'GET /jwt?email=a@b.co' },
  { status: 401, says: signInAgain, call: 'GET /audit.csv' },
  { status: 403, says: otherEmail, call: 'GET /orders?email=a@b.co', isSignedIn: true },
  { status: 403, says: 'Your account is not allowed to do this.', call: 'GET /users/Buyer', isSignedIn: true },
  { status: 404, says: 'There is nothing at this address.', call: 'GET /nothing' },
  { status: 404, says: 'You have no such order.', call: `GET /orders/${nobody}`, isSignedIn: true },
  {
    status: 400,
    says: 'Resale price: Enter a price in dollars, such as 249.99',
    call: 'POST /addProduct',
    isSignedIn: true,
    body: () => ({ ...product(), resale_price: 'much' }),
  },
  {
    status: 400,
    says: 'Check the role and try again.',
    call: 'POST /users',
    isSignedIn: true,
    body: () => ({ name: 'Ana', email: seller.email, role: 'King' }),
  },
  {
    status: 400,
    says: 'This does not say which product. Load the page again.',
    call: 'POST /addProductTohome',
    isSignedIn: true,
    body: () => ({ product_name: 'Aurora 9' }),
  },
  {
    status: 413,
    says: 'This is too large. Send less, or a smaller picture.',
    call: 'POST /addProduct',
    isSignedIn: true,
    body: () => ({ ...product(), image: 'x'.repeat(300_000) }),
  },
])('$call is rejected ($status) in a sentence for people: $says', async ({ says, status, call, isSignedIn, body }) => {
  const [method = '', path = ''] = call.split(' ')
  const answer = await client.send(method, path, { as: isSignedIn ? seller.as : undefined, body: body?.() })
  expect(answer).toMatchObject({ status, body: { message: says } })
})
