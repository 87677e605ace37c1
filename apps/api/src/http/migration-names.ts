import { readdirSync } from 'node:fs'
import { MIGRATIONS_DIR } from '@second-ring/database/migration-files'

/** The migrations that this build goes by. They lie beside the sources; `build.ts` puts their names into the bundle. */
export const migrationNames: string[] = readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort()
