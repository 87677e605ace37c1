import { loadDotEnv, readSettings } from './launch/env.ts'
import { dataPaths } from './launch/paths.ts'
import { readCommandLineEnv } from './launch/product/command-line-env.ts'

// The product's command line in a checkout works on the market that `npm start` runs, unless DATABASE_URL names another.
loadDotEnv()
const { inherited, dataDir } = readSettings()
Object.assign(process.env, { ...readCommandLineEnv(dataPaths(dataDir), inherited), ...inherited })
await import('@second-ring/api/cli')
