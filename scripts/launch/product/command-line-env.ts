import { rmSync, writeFileSync } from 'node:fs'
import type { DataPaths } from '../paths.ts'
import { type Context, variablesOfSandboxes } from './api.ts'

/** Writes what the product's command line needs to work on this market (`scripts/second-ring-cli.ts`); for its owner alone. */
export function writeCommandLineEnv(context: Context & { data: DataPaths }): void {
  const { data, settings } = context
  const variables = { PUBLIC_URL: settings.publicUrl, ...variablesOfSandboxes(context) }
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(data.commandLineEnv, lines.join(''), { mode: 0o600 })
}

export function removeCommandLineEnv(data: DataPaths): void {
  rmSync(data.commandLineEnv, { force: true })
}
