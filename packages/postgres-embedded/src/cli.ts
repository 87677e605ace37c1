import { portVariable, requiredVariable, variable } from '@second-ring/server-process/env'
import { runAsProcess } from '@second-ring/server-process/run-as-process'
import { startPostgres } from './start-postgres.ts'

// Environment: DATA_DIR (required), PORT, POSTGRES_PASSWORD (second-ring by default).
const password = variable('POSTGRES_PASSWORD') ?? 'second-ring'

await runAsProcess(
  async () => startPostgres({ dataDir: requiredVariable('DATA_DIR'), port: portVariable(), password }),
  ({ port, url }) => ({ url: url('postgres'), port }),
)
