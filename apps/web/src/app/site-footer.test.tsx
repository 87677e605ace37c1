import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SiteFooter } from './site-footer.tsx'

it('the footer has links that lead nowhere yet, the social icons and the copyright of 2022', () => {
  render(<SiteFooter />)
  const links = screen.getAllByRole('link')
  expect(links.length).toBeGreaterThan(6)
  for (const link of links) expect(link.getAttribute('href')).toMatch(/^#/)
  for (const name of ['X', 'YouTube', 'Facebook']) {
    expect(screen.getByRole('link', { name: `Second Ring on ${name}` }).querySelector('svg')).not.toBeNull()
  }
  expect(screen.getByText(/Copyright © 2022 Second Ring/)).toBeVisible()
})
