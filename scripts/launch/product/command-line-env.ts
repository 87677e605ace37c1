import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { DataPaths } from '../paths.ts'
import { type Context, databaseUrl, ownVariables, variablesOfSandboxes } from './api.ts'

type Paths = Pick<DataPaths, 'commandLineEnv'>

/** Writes what the product's command line needs to work on this market (`scripts/second-ring-cli.ts`); for its owner alone. */
export function writeCommandLineEnv(context: Context & { data: Paths }): void {
  const { data, settings } = context
  const { ADMIN_FACTOR } = settings.inherited
  const own = { DATABASE_URL: databaseUrl(context), ...ownVariables(context), ...(ADMIN_FACTOR && { ADMIN_FACTOR }) }
  const variables = {
    PUBLIC_URL: settings.publicUrl,
    ...variablesOfSandboxes(context),
    // What production is configured with stays out of files.
    ...(!settings.isProduction && own),
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(data.commandLineEnv, lines.join(''), { mode: 0o600 })
}

/** Returns the variables of the market that runs; none when nothing runs or `DATABASE_URL` names another database. */
export function readCommandLineEnv(data: Paths, env: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  if (!existsSync(data.commandLineEnv)) return {}
  const variables = parseEnv(readFileSync(data.commandLineEnv, 'utf8'))
  return env.DATABASE_URL && env.DATABASE_URL !== variables.DATABASE_URL ? {} : variables
}

export function removeCommandLineEnv(data: Paths): void {
  rmSync(data.commandLineEnv, { force: true })
}
