import { format } from 'node:util'
import { afterEach, beforeEach, expect, vi } from 'vitest'

const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => {
      complaints.push(format(...words))
    })
})

// What is written to the console's error channels is a defect, unless a test replaces the method and expects it.
afterEach(() => expect(complaints, 'what the test wrote to the console').toEqual([]))
