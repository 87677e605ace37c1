/** The environment of this package's command lines. */
import { delimiter } from 'node:path'

/** What a child process inherits, with these variables on top. One that is already set wins. */
export function inherited(extra: Record<string, string>): NodeJS.ProcessEnv {
  return { ...extra, ...process.env }
}

/** The PATH of a child process, with these folders before its own. */
export function pathWith(...folders: string[]): string {
  return [...folders, process.env.PATH ?? ''].join(delimiter)
}

/**
 * The values of these variables.
 * @throws Error naming every one that is missing or blank
 */
export function required<Name extends string>(...names: Name[]): Record<Name, string> {
  const values = names.map(name => [name, process.env[name]?.trim() ?? ''] as const)
  const missing = values.filter(([, value]) => value === '').map(([name]) => name)
  if (missing.length > 0) throw new Error(`Set ${missing.join(' and ')} (see .env.example)`)
  return Object.fromEntries(values) as Record<Name, string>
}

/** The value of a variable that may be missing or blank. */
export function optional(name: string): string | undefined {
  return process.env[name]?.trim() || undefined
}

/**
 * Where what needs a session of its own finds the server: DATABASE_DIRECT_URL, or DATABASE_URL where nothing stands between.
 * @throws Error when neither is set
 */
export function directUrl(): string {
  return process.env.DATABASE_DIRECT_URL?.trim() || required('DATABASE_URL').DATABASE_URL
}
