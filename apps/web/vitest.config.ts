import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const tests = ['src/**/*.test.{ts,tsx}', '*.test.ts']
/** Files that replace modules, or render as the server does, load all of them for themselves; the others share what they import. */
const alone = globSync(tests, { cwd: import.meta.dirname }).filter(file =>
  /vi\.mock\(|renderPage\(/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
)

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'jsdom',
    setupFiles: ['../../vitest.setup.ts', 'src/testing/setup.ts'],
    testTimeout: 90_000,
    projects: [
      { extends: true, test: { name: 'shared', include: tests, exclude: alone, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
