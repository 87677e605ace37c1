import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'

/** Puts what has links in it at `/`; it is there a moment later. */
export function InRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => {
    const rootRoute = createRootRoute({
      component: () => <div data-testid="page">{children}</div>,
      notFoundComponent: () => null,
    })
    return createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  })
  return <RouterProvider router={router} />
}

/** Renders what has links in it, at `/`. */
export async function renderInRouter(content: ReactNode): Promise<void> {
  render(<InRouter>{content}</InRouter>)
  await screen.findByTestId('page')
}
