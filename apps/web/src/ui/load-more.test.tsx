import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LoadMore } from './load-more.tsx'

const fetchNextPage = vi.fn()
/** Scrolls: tells whoever watches whether they are near the screen. */
let scrollTo: ((near: boolean) => void) | undefined

beforeEach(() => {
  fetchNextPage.mockClear()
  scrollTo = undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        scrollTo = near => act(() => tell([{ isIntersecting: near }]))
      }
      observe() {}
      disconnect() {
        scrollTo = undefined
      }
    },
  )
})

function list({ pages = 1, byScrolling = true, errors = 'shown' as 'shown' | 'silent', ...state }) {
  const query = {
    data: { pages: Array.from({ length: pages }, (_, page) => page) },
    hasNextPage: true,
    isFetching: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage,
    ...state,
  }
  return <LoadMore query={query} byScrolling={byScrolling} errors={errors} />
}

const more = () => screen.getByRole('button', { name: 'Show more' })

describe('a list with more pages', () => {
  it('goes on by itself when its end comes near the screen', () => {
    render(list({}))
    scrollTo?.(false)
    expect(fetchNextPage).not.toHaveBeenCalled()
    scrollTo?.(true)
    expect(fetchNextPage).toHaveBeenCalledOnce()
  })

  it.each([
    ['every fifth page, to leave the foot of the page in reach', { pages: 5 }],
    ['after a page that did not come', { isFetchNextPageError: true }],
    ['where it may not go on by itself', { byScrolling: false }],
  ])('waits for the button %s', async (_, state) => {
    render(list(state))
    expect(scrollTo).toBeUndefined()
    await userEvent.click(more())
    expect(fetchNextPage).toHaveBeenCalledOnce()
  })

  it('asks for one page at a time', () => {
    const { rerender } = render(list({ isFetching: true }))
    expect(scrollTo).toBeUndefined()
    rerender(list({ pages: 2 }))
    scrollTo?.(true)
    expect(fetchNextPage).toHaveBeenCalledOnce()
  })

  it('says that a page did not come', () => {
    render(list({ isFetchNextPageError: true }))
    expect(screen.getByRole('alert')).toHaveTextContent('That did not load. Please try again.')
  })

  it('keeps to itself that a page did not come where failures are silent, and offers the next try', () => {
    render(list({ isFetchNextPageError: true, errors: 'silent' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(more()).toBeEnabled()
  })

  it('ends with a word, which gets the focus of the button', async () => {
    const { rerender } = render(list({ pages: 5 }))
    await userEvent.click(more())
    rerender(list({ pages: 5, isFetchingNextPage: true, isFetching: true }))
    expect(more()).toHaveFocus()
    rerender(list({ pages: 6, hasNextPage: false }))
    expect(screen.getByText('That is all of them.')).toHaveFocus()
  })

  it('ends without taking the focus from elsewhere', () => {
    const { rerender } = render(list({ pages: 1 }))
    rerender(list({ pages: 2, hasNextPage: false }))
    expect(screen.getByText('That is all of them.')).not.toHaveFocus()
  })

  it('has nothing to say of a list of one page', () => {
    const { container } = render(list({ hasNextPage: false }))
    expect(container).toBeEmptyDOMElement()
  })
})
