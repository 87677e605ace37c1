import { withSchemaEngine } from './engine.ts'
import { readMigrations } from './migration-files.ts'
import { readSchema } from './schema.ts'

const DIFFERENCE = 2

/**
 * What schema.prisma has that the migrations lack, as SQL. What Prisma's language cannot say (checks, partial indexes,
 * triggers) is not compared.
 * @param serverUrl any database of a server on which scratch databases may be made; the migrations are replayed in one
 * @param dir the folder of the migrations, this product's by default
 * @returns the script, or null when the two agree
 */
export async function diff(serverUrl: string, dir?: string): Promise<string | null> {
  const migrations = await readMigrations(dir)
  const schema = await readSchema()
  return withSchemaEngine(serverUrl, async engine => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    })
    return exitCode === DIFFERENCE ? stdout : null
  })
}
