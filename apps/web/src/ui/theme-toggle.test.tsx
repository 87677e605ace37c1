import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ThemeToggle } from './theme-toggle.tsx'

afterEach(() => localStorage.removeItem('theme'))

const button = () => screen.getByRole('button')

it('goes round the three themes', async () => {
  render(<ThemeToggle />)
  for (const [shown, next] of [
    ['system', 'light'],
    ['light', 'dark'],
    ['dark', 'system'],
  ] as const) {
    expect(button()).toHaveAccessibleName(`Theme: ${shown}. Change to ${next}`)
    await userEvent.click(button())
    expect(localStorage.getItem('theme')).toBe(next)
  }
})

it('goes on from what is stored, also when that is not shown yet', async () => {
  render(<ThemeToggle />)
  localStorage.setItem('theme', 'light')
  expect(button()).toHaveAccessibleName('Theme: system. Change to light')
  await userEvent.click(button())
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(button()).toHaveAccessibleName('Theme: dark. Change to system')
})
