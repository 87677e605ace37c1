import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const tests = ['src/**/*.test.{ts,tsx}', '*.test.ts']
/** Files that replace modules load all of them for themselves; the others share what they import. */
const mocking = globSync(tests, { cwd: import.meta.dirname }).filter(file =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').includes('vi.mock('),
)

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    setupFiles: ['../../vitest.setup.ts', 'src/testing/setup.ts'],
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'shared', include: tests, exclude: mocking, isolate: false } },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
  },
})
