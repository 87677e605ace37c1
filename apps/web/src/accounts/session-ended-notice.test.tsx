import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openApp, refusal } from '#testing/open-app.tsx'

const refused = () => {
  throw refusal('An admin signed you out. Sign in to go on.', 'SESSION_ENDED', 401)
}

it('says in the tab why its session has ended, with the way back in, until it is closed', async () => {
  const answers = { 'orders.mine': refused, 'accounts.exchange': refused }
  openApp({ path: '/dashboard/myOrders', role: 'BUYER', answers })
  const why = await screen.findByText(/An admin signed you out/)
  expect(why.closest('[role=alert]')).not.toBeNull()
  expect(location.pathname).toBe('/login')
  await userEvent.click(screen.getByRole('button', { name: 'Close this message' }))
  expect(screen.queryByText(/An admin signed you out/)).toBeNull()
})

it('says it to a tab on a public page too, which stays', async () => {
  const { session } = openApp({ path: '/about', role: 'BUYER', answers: { 'accounts.exchange': refused } })
  await screen.findByRole('heading', { level: 1 })
  await act(() => session.renewRefused('token'))
  expect(await screen.findByText(/An admin signed you out/)).toHaveTextContent('Sign in')
  expect(location.pathname).toBe('/about')
})
