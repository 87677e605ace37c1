import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../vitest.setup.ts'],
    globalSetup: ['@second-ring/testkit/global-setup'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
