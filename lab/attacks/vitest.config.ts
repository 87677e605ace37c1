import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../vitest.setup.ts'],
    globalSetup: ['@second-ring/testkit/global-setup'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
