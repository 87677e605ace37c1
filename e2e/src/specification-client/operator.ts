import { createHmac } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { ACCESS_TOKEN_SECRET, CARD_SECRET_KEY } from '../env.ts'

interface Charge {
  amount: number
  paid: boolean
  refunded: boolean
  payment_intent: string
  metadata: { buyerId?: string }
}

/** What the card provider has charged someone, by its own word; the newest hundred charges are asked. */
export async function chargesOf(request: APIRequestContext, accessToken: string): Promise<Charge[]> {
  const { cardPayments } = await (await request.get('/config.json')).json()
  const response = await request.get(`${new URL(cardPayments.scriptUrl).origin}/v1/charges?limit=100`, {
    headers: { authorization: `Bearer ${CARD_SECRET_KEY}` },
  })
  expect(response.ok(), 'CARD_SECRET_KEY must be the key of the card payments').toBe(true)
  const { data }: { data: Charge[] } = await response.json()
  const { sub } = claimsOf(accessToken)
  return data.filter(({ paid, metadata }) => paid && metadata.buyerId === sub)
}

/** The same token, signed by the product's own key, of which the time has run out. */
export function endedToken(accessToken: string): string {
  const { exp, ...claims } = claimsOf(accessToken)
  const past = Math.floor(Date.now() / 1000) - 60
  const [header] = accessToken.split('.')
  const content = `${header}.${encode({ ...claims, iat: past - 60, exp: past })}`
  return `${content}.${createHmac('sha256', ACCESS_TOKEN_SECRET ?? '')
    .update(content)
    .digest('base64url')}`
}

interface Claims {
  sub: string
  exp: number
}

function claimsOf(accessToken: string): Claims {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
}

const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
