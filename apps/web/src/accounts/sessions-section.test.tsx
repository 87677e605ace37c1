import type { SessionSummary } from '@second-ring/contracts/accounts/sessions'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApi } from '#testing/render-with-api.tsx'
import SessionsSection, { nameOfDevice } from './sessions-section.tsx'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

const at = '2026-11-20T08:00:00.000Z'
const here: SessionSummary = {
  id: 'a',
  device: FIREFOX,
  network: '203.0.113.7',
  begunAt: at,
  renewedAt: at,
  isThis: true,
}
const there: SessionSummary = { ...here, id: 'b', device: SAFARI, isThis: false }
const old: SessionSummary = { ...there, id: 'c', device: null, network: null }

describe('where one is signed in', () => {
  it('is a list, with this browser first, which can only be signed out of as ever', async () => {
    renderWithApi(<SessionsSection />, { 'accounts.sessions': () => ({ sessions: [here, there] }) })
    const items = await screen.findAllByRole('listitem')
    expect(items[0]).toHaveTextContent('Firefox on WindowsThis browser, from 203.0.113.7')
    expect(items[1]).toHaveTextContent('Safari on iOSLast used')
    expect(screen.getAllByRole('button', { name: /^Sign out there/ })).toHaveLength(1)
  })

  it('is ended there, once confirmed', async () => {
    let sessions = [here, there, old]
    const signOutThere = vi.fn(() => {
      sessions = [here, old]
      return { ended: 1 }
    })
    renderWithApi(<SessionsSection />, {
      'accounts.sessions': () => ({ sessions }),
      'accounts.signOutThere': signOutThere,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out there: Safari on iOS' }))
    expect(signOutThere).not.toHaveBeenCalled()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(signOutThere).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionId: 'b' }))
  })

  it('is ended everywhere else, which is not offered where there is nothing else', async () => {
    let sessions = [here, there, old]
    const signOutEverywhere = vi.fn(() => {
      sessions = [here]
      return { ended: 2 }
    })
    renderWithApi(<SessionsSection />, {
      'accounts.sessions': () => ({ sessions }),
      'accounts.signOutEverywhere': signOutEverywhere,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })
})

it.each([
  [FIREFOX, 'Firefox on Windows'],
  [SAFARI, 'Safari on iOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['node', 'node'],
  ['x'.repeat(100), 'x'.repeat(40)],
  [null, 'Unknown browser'],
])('a browser that calls itself %s is named %s', (device, name) => {
  expect(nameOfDevice(device)).toBe(name)
})
