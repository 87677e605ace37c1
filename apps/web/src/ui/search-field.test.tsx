import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

afterEach(() => vi.useRealTimers())

/** A list with a search, and a page whose data is still on its way. */
async function open(onSearch: (text: string) => void) {
  const root = createRootRoute({ component: Outlet })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <SearchField label="Search" value="" maxLength={50} onSearch={onSearch} />
        <Link to={'/one' as '/'}>One</Link>
      </>
    ),
  })
  const one = createRoute({ getParentRoute: () => root, path: '/one', loader: () => new Promise(() => undefined) })
  const router = createRouter({
    routeTree: root.addChildren([list, one]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultPendingMs: 60_000,
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByLabelText('Search')
  return router
}

it('searches after a pause in typing', async () => {
  const onSearch = vi.fn()
  await open(onSearch)
  vi.useFakeTimers()
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: ' Frida ' } })
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(300)
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('Frida')
})

it('does not search any more once a link was followed within the pause', async () => {
  const onSearch = vi.fn()
  const router = await open(onSearch)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'Frida' } })
  fireEvent.click(screen.getByText('One'))
  await vi.waitFor(() => expect(router.state.status).toBe('pending'))
  vi.advanceTimersByTime(300)
  expect(onSearch).not.toHaveBeenCalled()
})
