import type { Build } from './build.ts'

/** The compiled client of the database's schema; the API's bundle and the scripts read it. */
export function databaseClient(env: Record<string, string>): Build {
  return {
    name: 'database-client',
    title: 'Database client',
    inputs: ['prisma/schema.prisma', 'prisma/src/generate.ts'],
    output: 'prisma/src/generated/client.ts',
    cwd: 'prisma',
    args: ['src/generate.ts'],
    env,
  }
}

/** What the API and the web both hold. */
const shared = ['packages/contracts/src', 'packages/contracts/package.json', 'tsconfig.json']

export function webBuild(env: Record<string, string>): Build {
  return {
    name: 'web',
    title: 'Web build',
    inputs: ['apps/web', ...shared],
    output: 'apps/web/dist/server/render-page.mjs',
    cwd: 'apps/web',
    args: ['build.ts'],
    // Always the build that production serves.
    env: { ...env, NODE_ENV: 'production' },
  }
}

export function apiBuild(env: Record<string, string>): Build {
  return {
    name: 'api',
    title: 'API build',
    inputs: [
      'apps/api',
      'packages/pictures/src',
      'prisma/src',
      'prisma/schema.prisma',
      'prisma/package.json',
      ...shared,
    ],
    output: 'apps/api/dist/server.js',
    cwd: 'apps/api',
    args: ['build.ts'],
    env,
  }
}
