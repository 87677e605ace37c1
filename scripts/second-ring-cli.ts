import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { loadDotEnv, readSettings } from './launch/env.ts'
import { dataPaths } from './launch/paths.ts'

// The product's command line in a checkout: without DATABASE_URL it works on the market that `npm start` runs.
if (!process.env.DATABASE_URL) {
  loadDotEnv()
  const { commandLineEnv } = dataPaths(readSettings().dataDir)
  if (existsSync(commandLineEnv)) loadEnvFile(commandLineEnv)
}
await import('@second-ring/api/cli')
