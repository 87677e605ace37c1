import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

const code = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock(import('./search-box.tsx'), async original => {
  await code.promise
  return original()
})

it('a slash that is pressed before the search box is there focuses it when it comes', async () => {
  openApp({ path: '/blog' })
  await screen.findByRole('link', { name: 'Blog' })
  await userEvent.keyboard('/')
  expect(screen.queryByRole('combobox', { name: 'Search phones' })).toBeNull()
  code.resolve()
  const box = await screen.findByRole('combobox', { name: 'Search phones' })
  await waitFor(() => expect(box).toHaveFocus())
  expect(box).toHaveValue('')
})
