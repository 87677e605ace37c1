import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import toast from 'react-hot-toast'
import { afterEach, beforeEach, vi } from 'vitest'

// A busy machine may need longer than the library's second; what never comes fails all the same.
configure({ asyncUtilTimeout: 5000 })

beforeEach(() => {
  // jsdom has no media queries; tests see a phone in a light room.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  // Nor does it know what comes near the screen; tests scroll by a stub of their own.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('scrollTo', () => undefined)
})

afterEach(() => {
  cleanup()
  toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
