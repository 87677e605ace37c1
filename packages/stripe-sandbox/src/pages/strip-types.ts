import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** The source of a browser module as JavaScript: its types are blanked, everything else stays where it is. */
export function stripTypes(file: URL): string {
  return stripTypeScriptTypes(readFileSync(file, 'utf8'))
}
