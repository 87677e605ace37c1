import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installJobQueue } from '@second-ring/api/adapters/pg-boss/pg-boss-job-queue'
import { migrate } from '@second-ring/database/migrate'
import { startFirebaseSandbox } from '@second-ring/firebase-sandbox/start-firebase-sandbox'
import { startMailSandbox } from '@second-ring/mail-sandbox/start-mail-sandbox'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase } from '@second-ring/postgres-embedded/template'
import type { SharedServers } from './env.ts'
import { PROJECT_ID } from './project.ts'

/** Those of all tests that run at once. */
const MAILS = 20_000
const TEMPLATE = 'market_template'

/** A PostgreSQL server with a migrated template. */
export interface TemplateServer {
  /** What a market has to know of it. */
  servers: Pick<SharedServers, 'postgresUrl' | 'template'>
  /** The folder of its data. */
  dataDir: string
  stop(): Promise<void>
}

/**
 * Starts one.
 * @param settings further settings of the server, such as `{ wal_level: 'replica' }`
 */
export async function startTemplateServer(settings: Record<string, string> = {}): Promise<TemplateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-testkit-'))
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir, durable: false, settings })
  const template = await createDatabase(postgres, TEMPLATE)
  await migrate(template)
  await installJobQueue(template)
  return {
    servers: { postgresUrl: postgres.url('postgres'), template: TEMPLATE },
    dataDir,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts what every market shares: PostgreSQL with a migrated template, the identity and the mail sandbox. */
export async function startServers(): Promise<{ servers: SharedServers; stop(): Promise<void> }> {
  const [postgres, identity, mail] = await Promise.all([
    startTemplateServer(),
    startFirebaseSandbox({ projectId: PROJECT_ID }),
    startMailSandbox({ most: MAILS }),
  ])
  return {
    servers: { ...postgres.servers, identityUrl: identity.url, mail: { url: mail.url, smtpUrl: mail.smtpUrl } },
    async stop() {
      await Promise.all([postgres.stop(), identity.stop(), mail.stop()])
    },
  }
}
