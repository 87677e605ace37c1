import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_DIR } from '@second-ring/database/migration-files'
import { REVISION_FILE, TRIGGERS_DIR } from '@second-ring/database/trigger-files'

/** The migrations that this build goes by. They lie beside the sources; `build.ts` puts their names into the bundle. */
export const migrationNames: string[] = readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort()

/** The revision of this build's triggers, `prisma/triggers/revision`. */
export const triggersRevision = Number.parseInt(readFileSync(join(TRIGGERS_DIR, REVISION_FILE), 'utf8'), 10)
