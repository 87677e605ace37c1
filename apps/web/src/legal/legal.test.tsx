import {
  CASE_HOURS,
  CLAIM_ANSWER_HOURS,
  HANDOVER_DAYS,
  NO_SHOW_ANSWER_HOURS,
  PROTECTION_HOURS,
  RETURN_DAYS,
  SUSPENDED_BUYER_DAYS,
} from '@second-ring/contracts/orders/deadlines'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

const config = vi.fn<() => Promise<unknown>>()
vi.mock(import('#api-client/config.ts'), () => ({ loadConfig: () => config() as never }))
afterEach(() => void config.mockReset())

const sandbox = { cardPayments: { publishableKey: 'pk', scriptUrl: 'http://localhost:3001/v3/' } }
const operator = { name: 'Ring & Co.', email: 'help@ring.example', address: '1 High Street\nLeeds' }

it('the terms name the times that the product keeps', async () => {
  config.mockResolvedValue({ ...sandbox, operator })
  openApp({ path: '/terms' })
  const text = (await screen.findByRole('main')).textContent
  for (const said of [
    `for ${PROTECTION_HOURS} hours after the handover`,
    `The seller has ${CLAIM_ANSWER_HOURS} hours to agree`,
    `within ${CASE_HOURS} hours, and says why`,
    `you meet again within ${RETURN_DAYS} days`,
    `within ${HANDOVER_DAYS} days of the payment`,
    `the other side has ${NO_SHOW_ANSWER_HOURS} hours to answer`,
    `is held for ${SUSPENDED_BUYER_DAYS} days more`,
  ])
    expect(text).toContain(said)
})

describe.each([
  ['/terms', 'Terms of use', 'Terms'],
  ['/privacy', 'Privacy', 'Privacy'],
  ['/about', 'Who runs this market', 'About'],
])('%s', (path, heading, title) => {
  it('names who runs the market, and how to reach them', async () => {
    config.mockResolvedValue({ ...sandbox, operator })
    openApp({ path })
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(document.title).toBe(`${title} | Second Ring`)
    expect(await screen.findByText('Ring & Co.')).toBeVisible()
    expect(screen.getByText(/1 High Street/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'help@ring.example' })).toHaveAttribute('href', 'mailto:help@ring.example')
    expect(screen.queryByText(/demonstration/)).toBeNull()
  })

  it('says that it is a demonstration where nobody is named, and that no real money moves', async () => {
    config.mockResolvedValue({ ...sandbox, operator: null })
    openApp({ path })
    expect(await screen.findByText(/^This is a demonstration/)).toHaveTextContent('no real money moves')
  })

  it('does not say so of money where cards are charged', async () => {
    const cardPayments = { publishableKey: 'pk', scriptUrl: 'https://js.stripe.com/v3/' }
    config.mockResolvedValue({ cardPayments, operator: null })
    openApp({ path })
    expect(await screen.findByText(/^This is a demonstration/)).not.toHaveTextContent('real money')
  })
})
