import { act, fireEvent, render, screen } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadChunk } from '#api-client/load-chunk.ts'
import { Toasts } from './toasts.tsx'

vi.mock(import('#api-client/load-chunk.ts'), { spy: true })

// A toast that has gone lingers for its way out.
const LEAVING_MS = 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function openToaster() {
  render(<Toasts />)
  fireEvent.pointerDown(document.body)
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(0))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a toast', () => {
  it.each([
    ['blank', 4000, () => toast('It says so.')],
    ['error', 4000, () => toast.error('It says so.')],
    ['custom', 4000, () => toast.custom('It says so.')],
    ['success', 2000, () => toast.success('It says so.')],
  ] as const)('of the kind %s stays for %d ms', async (_, duration, show) => {
    await openToaster()
    act(() => void show())
    await pass(duration - 1)
    expect(screen.getByText('It says so.')).toBeInTheDocument()
    await pass(1)
    await pass(LEAVING_MS)
    expect(screen.queryByText('It says so.')).toBeNull()
  })

  it('whose code did not arrive shows when it does, at the next sign of a person', async () => {
    vi.mocked(loadChunk).mockRejectedValueOnce(new TypeError('gone'))
    toast('It says so.')
    await openToaster()
    expect(screen.queryByText('It says so.')).toBeNull()
    fireEvent.keyDown(document.body)
    await vi.dynamicImportSettled()
    await pass(0)
    expect(screen.getByText('It says so.')).toBeInTheDocument()
  })

  it('that was called for before its code had come shows as soon as it has', async () => {
    toast('It says so.')
    await openToaster()
    expect(screen.getByText('It says so.')).toBeInTheDocument()
  })
})
