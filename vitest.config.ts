import { defineConfig } from 'vitest/config'

/** Every package's tests, for one run of all. */
export default defineConfig({
  test: { projects: ['apps/*', 'packages/*', 'prisma', 'lab/{attacks,chaos,scale}', 'scripts'] },
})
