import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

it.each([
  '/listings/pixel-8',
  '/singleCategories/7',
  '/dashboard/orders/0190a000-0000-7000-8000-00000000000',
  '/dashboard/payment/undefined',
  '/dashboard/users/me',
])('%s, whose id is none, is the not-found page, and nothing is asked for', async path => {
  const { fetch } = openApp({ path, role: 'ADMIN' })
  expect(await screen.findByRole('heading', { name: /^404/ })).toBeVisible()
  await waitFor(() => expect(document.title).toBe('Page not found | Second Ring'))
  const asked = fetch.mock.calls.map(([url]) => url)
  expect(asked.filter(url => /listings|category|orders\.|accounts\.byId|payments/.test(url))).toEqual([])
})
