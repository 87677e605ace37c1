import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openApp, refusal } from '#testing/open-app.tsx'

it('mails about bookings are turned off and on in the account', async () => {
  let bookingMails = true
  const choose = vi.fn((input: { bookingMails: boolean }) => {
    bookingMails = input.bookingMails
    return { bookingMails }
  })
  openApp({
    path: '/dashboard/account',
    role: 'BUYER',
    answers: {
      'accounts.sessions': () => ({ sessions: [] }),
      'accounts.limits': () => ({ level: 'proven', limits: [] }),
      'mails.choice': () => ({ bookingMails }),
      'accounts.exportStatus': () => ({ state: 'NONE', expiresAt: null, sizeBytes: null }),
      'mails.choose': choose,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Turn them off' }))
  expect(await screen.findByText('Mails about bookings are off.')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Turn them on' }))
  await waitFor(() => expect(screen.getByText('Mails about bookings are on.')).toBeInTheDocument())
  expect(choose.mock.calls.map(([input]) => input)).toMatchObject([{ bookingMails: false }, { bookingMails: true }])
})

it('a mail’s link turns them off only when the button is pressed, and says when it does not hold', async () => {
  let fails = true
  const unsubscribe = vi.fn(() => {
    if (fails) throw refusal('This link does not hold any more.', 'NOT_FOUND', 404)
    return { bookingMails: false }
  })
  openApp({ path: '/mails/unsubscribe?token=abc', answers: { 'mails.unsubscribe': unsubscribe } })
  const button = await screen.findByRole('button', { name: 'Turn mails about bookings off' })
  expect(unsubscribe).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not hold any more.')
  fails = false
  await userEvent.click(button)
  expect(await screen.findByText(/Mails about bookings are off/)).toBeInTheDocument()
  expect(unsubscribe).toHaveBeenLastCalledWith({ token: 'abc' })
})
