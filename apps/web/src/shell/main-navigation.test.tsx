import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

async function menu() {
  return within(await screen.findByRole('navigation', { name: 'Main' }))
}

async function links() {
  const items = within(within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('list'))
  return items.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])
}

describe('the top navigation', () => {
  it('leads who is signed out to the login and the sign-up', async () => {
    openApp({ path: '/blog' })
    expect(await links()).toEqual([
      ['Home', '/'],
      ['Blog', '/blog'],
      ['Login', '/login'],
      ['Sign up', '/signup'],
    ])
    expect((await menu()).queryByRole('button', { name: 'Sign out' })).toBeNull()
  })

  it('leads who is signed in to the dashboard, and out', async () => {
    openApp({ path: '/blog', role: 'BUYER' })
    expect(await links()).toEqual([
      ['Home', '/'],
      ['Blog', '/blog'],
      ['Dashboard', '/dashboard'],
    ])
    expect((await menu()).getByRole('button', { name: 'Sign out' })).toBeVisible()
  })

  it('signs out: the token is removed, and Home shows', async () => {
    const { identity } = openApp({ path: '/blog', role: 'BUYER' })
    await userEvent.click((await menu()).getByRole('button', { name: 'Sign out' }))
    expect(await (await menu()).findByRole('link', { name: 'Login' })).toBeVisible()
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(identity.signOut).toHaveBeenCalledOnce()
    await waitFor(() => expect(location.pathname).toBe('/'))
  })

  it('opens behind a button on a phone, and Escape gives the focus back to it', async () => {
    openApp({ path: '/blog' })
    const button = (await menu()).getByRole('button', { name: 'Menu' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    ;(await menu()).getByRole('link', { name: 'Login' }).focus()
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveAttribute('aria-expanded', 'false')
    expect(button).toHaveFocus()
  })
})
