import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', '*.test.ts'],
    setupFiles: ['../../vitest.setup.ts'],
    // Files share what they import: loading it again for each took a third of the time.
    isolate: false,
    globalSetup: ['@second-ring/testkit/global-setup'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
