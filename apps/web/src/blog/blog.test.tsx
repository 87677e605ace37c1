import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

it('the blog answers questions, each under a heading of its own that its link leads to', async () => {
  openApp({ path: '/blog' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  const articles = within(screen.getByRole('main')).getAllByRole('article')
  expect(articles.length).toBeGreaterThan(4)
  const links = within(screen.getByRole('navigation', { name: 'Articles' })).getAllByRole('link')
  expect(links).toHaveLength(articles.length)
  for (const [index, article] of articles.entries()) {
    const question = within(article).getByRole('heading', { level: 2 })
    expect(question.textContent).toMatch(/\?/)
    expect(links[index]).toHaveAttribute('href', `#${article.id}`)
    expect(links[index]).toHaveTextContent(question.textContent ?? '')
    expect(article.textContent?.length).toBeGreaterThan(300)
  }
  const levels = within(screen.getByRole('main'))
    .getAllByRole('heading')
    .map(({ tagName }) => tagName)
  expect(levels).toEqual(['H1', ...articles.map(() => 'H2')])
})
