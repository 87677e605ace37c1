import { TOAST_DURATION_MS, TOAST_LIMIT } from '@second-ring/contracts/limits'
import { act, render, screen } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, describe, expect, it } from 'vitest'
import Toaster from './toaster.tsx'

afterEach(() => act(() => toast.remove()))

describe('toasts', () => {
  it('show twenty at most, the newest', () => {
    render(<Toaster durations={TOAST_DURATION_MS} />)
    act(() => {
      for (let n = 1; n <= TOAST_LIMIT + 5; n += 1) toast(`Toast ${n}.`)
    })
    expect(screen.getAllByRole('status')).toHaveLength(TOAST_LIMIT)
    expect(screen.getByText(`Toast ${TOAST_LIMIT + 5}.`)).toBeInTheDocument()
    expect(screen.queryByText('Toast 5.')).not.toBeInTheDocument()
  })

  it('show nothing where there is nothing to say', () => {
    render(<Toaster durations={TOAST_DURATION_MS} />)
    act(() => void toast.error(''))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
