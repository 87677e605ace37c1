import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installJobQueue } from '@second-ring/api/platform/pg-boss-job-queue'
import { migrate } from '@second-ring/database/migrate'
import { startIdentity } from '@second-ring/sandbox/identity/start-identity'
import { startPostgres } from '@second-ring/sandbox/postgres/start-postgres'
import { createDatabase } from '@second-ring/sandbox/postgres/template'
import type { SharedServers } from './env.ts'
import { PROJECT_ID } from './project.ts'

const TEMPLATE = 'market_template'

/** Starts what every market shares: PostgreSQL with a migrated template, and the identity stand-in. */
export async function startServers(): Promise<{ servers: SharedServers; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-testkit-'))
  const [postgres, identity] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), durable: false }),
    startIdentity({ projectId: PROJECT_ID }),
  ])
  const template = await createDatabase(postgres, TEMPLATE)
  await migrate(template)
  await installJobQueue(template)
  return {
    servers: { postgresUrl: postgres.url('postgres'), template: TEMPLATE, identityUrl: identity.url },
    async stop() {
      await Promise.all([postgres.stop(), identity.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
