import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let spies: MockInstance[] = []

beforeEach(() => {
  spies = (['error', 'warn'] as const).map(method => vi.spyOn(console, method))
})

// What is written to the console's error channels is a defect, unless a test expects it.
afterEach(() => {
  for (const spy of spies) expect(spy.mock.calls).toEqual([])
  vi.restoreAllMocks()
})
