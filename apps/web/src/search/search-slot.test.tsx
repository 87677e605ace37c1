import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

const suggest = vi.fn<(asked: { text: string }) => unknown>()
// Its code takes a while the first time; no test is to wait for it.
beforeAll(() => Promise.all([import('./search-box.tsx'), import('./suggestions.tsx')]))
beforeEach(() => {
  suggest.mockReset().mockReturnValue(['Pixel 8', 'Pixel 9'])
})

async function openBox() {
  const { router } = openApp({ path: '/blog', answers: { 'search.suggest': suggest } })
  return { router, box: await screen.findByRole('combobox', { name: 'Search phones' }) }
}
const list = () => screen.findByRole('listbox', { name: 'Suggestions' })

describe('the search box', () => {
  it('is focused by a slash, unless one types', async () => {
    const { box } = await openBox()
    await userEvent.keyboard('/')
    expect(box).toHaveFocus()
    expect(box).toHaveValue('')
    await userEvent.type(box, 'a/b')
    expect(box).toHaveValue('a/b')
  })

  it('suggests as one types, and goes through the suggestions with the arrows', async () => {
    const { box, router } = await openBox()
    await userEvent.type(box, 'pix')
    const options = within(await list()).getAllByRole('option')
    expect(options.map(option => option.textContent)).toEqual(['Pixel 8', 'Pixel 9'])
    expect(box).toHaveAttribute('aria-expanded', 'true')
    expect(box).not.toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(box).toHaveAttribute('aria-activedescendant', options[1]?.id)
    expect(options[1]).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    expect(box).not.toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe('/search?q=Pixel+9'))
    expect(box).toHaveValue('Pixel 9')
    expect(box).toHaveAttribute('aria-expanded', 'false')
  })

  it('searches for what is typed on Enter, and for a suggestion on a press', async () => {
    const { box, router } = await openBox()
    await userEvent.type(box, 'pix')
    await list()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe('/search?q=pix'))
    await userEvent.type(box, 'e')
    await userEvent.click(await screen.findByRole('option', { name: 'Pixel 8' }))
    await waitFor(() => expect(router.state.location.href).toBe('/search?q=Pixel+8'))
  })

  it('closes its list by Escape, and is left by another', async () => {
    const { box } = await openBox()
    await userEvent.type(box, 'pix')
    await list()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box).toHaveFocus()
    expect(box).toHaveValue('pix')
    await userEvent.keyboard('{Escape}')
    expect(box).not.toHaveFocus()
  })

  it('shows the answer to what is typed last, whichever comes last', async () => {
    const early = Promise.withResolvers<string[]>()
    suggest.mockImplementation(({ text }) => (text === 'p' ? early.promise : ['Pixel 8']))
    const { box } = await openBox()
    await userEvent.type(box, 'p')
    await waitFor(() => expect(suggest).toHaveBeenCalledWith({ text: 'p' }))
    await userEvent.type(box, 'i')
    await list()
    await act(async () => early.resolve(['Nokia 3310']))
    expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['Pixel 8'])
  })

  it('searches without suggestions when they do not come', async () => {
    suggest.mockImplementation(() => new Promise(() => undefined))
    const { box, router } = await openBox()
    await userEvent.type(box, 'nokia{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe('/search?q=nokia'))
  })
})
