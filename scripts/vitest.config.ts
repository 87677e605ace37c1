import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    setupFiles: ['../vitest.setup.ts'],
    exclude: ['node_modules'],
    testTimeout: 20_000,
    restoreMocks: true,
  },
})
