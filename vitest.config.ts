import { defineConfig } from 'vitest/config'

/** Every package's tests in one run: what waits in one leaves the processor to another. */
export default defineConfig({
  test: {
    projects: ['apps/*', 'packages/*', 'prisma', 'lab/{attacks,chaos,scale}', 'scripts'],
    maxWorkers: 3,
  },
})
