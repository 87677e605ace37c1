import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['../vitest.setup.ts'],
    globalSetup: ['src/testing/server.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
