import { defineConfig, env } from 'prisma/config'

// For the ordinary Prisma CLI, such as `pnpm exec prisma migrate deploy`; this package's own scripts do not need it.
export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: {
    get url() {
      return env('DATABASE_URL')
    },
  },
})
