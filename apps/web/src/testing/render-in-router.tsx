import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'

/** Renders what has links in it, at `/`. */
export async function renderInRouter(content: ReactNode): Promise<void> {
  const rootRoute = createRootRoute({
    component: () => <div data-testid="page">{content}</div>,
    notFoundComponent: () => null,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  await screen.findByTestId('page')
}
