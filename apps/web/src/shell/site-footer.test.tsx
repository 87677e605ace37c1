import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InRouter } from '#testing/render-in-router.tsx'
import SiteFooter from './site-footer.tsx'

it('the footer has links that lead nowhere yet, the social icons and the copyright of 2022', async () => {
  render(
    <InRouter>
      <SiteFooter />
    </InRouter>,
  )
  const own = await screen.findByRole('navigation', { name: 'About this market' })
  const links = screen.getAllByRole('link').filter(link => !own.contains(link))
  expect(links.length).toBeGreaterThan(6)
  for (const link of links) expect(link.getAttribute('href')).toMatch(/^#/)
  for (const name of ['X', 'YouTube', 'Facebook']) {
    expect(screen.getByRole('link', { name: `Second Ring on ${name}` }).querySelector('svg')).not.toBeNull()
  }
  expect(screen.getByText(/Copyright © 2022 Second Ring/)).toBeVisible()
})

it('the footer leads to the terms, to what is kept of people, and to who runs the market', async () => {
  render(
    <InRouter>
      <SiteFooter />
    </InRouter>,
  )
  const own = within(await screen.findByRole('navigation', { name: 'About this market' }))
  expect(own.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['/terms', '/privacy', '/about'])
})
