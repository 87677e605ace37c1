import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../vitest.setup.ts'],
    globalSetup: ['@second-ring/database/testing/server'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
