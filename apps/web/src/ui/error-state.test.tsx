import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ErrorState } from './error-state.tsx'
import { PageTitle } from './page-title.tsx'

it('what did not load can be tried again; the heading has the focus when it is there', async () => {
  const retry = vi.fn()
  const page = (failed: boolean) => (
    <>
      <PageTitle>My orders</PageTitle>
      {failed && <ErrorState title="Your orders did not load" text="Network Error" onRetry={retry} />}
    </>
  )
  const { rerender } = render(page(true))
  expect(screen.getByRole('alert')).toHaveTextContent('Network Error')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
  rerender(page(false))
  await expect.poll(() => document.activeElement?.textContent).toBe('My orders')
})
