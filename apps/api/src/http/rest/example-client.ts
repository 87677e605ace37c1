import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `docs/rest-client.sh`, as `/docs` shows it. It lies beside the sources; `build.ts` puts its text into the bundle. */
export const exampleClient = readFileSync(join(import.meta.dirname, '../../../../../docs/rest-client.sh'), 'utf8')
