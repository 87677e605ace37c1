import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    setupFiles: ['../vitest.setup.ts'],
    exclude: ['node_modules'],
    testTimeout: 90_000,
    restoreMocks: true,
  },
})
