import { portVariable, requiredVariable, variable } from '../process/env.ts'
import { runStandIn } from '../process/run-stand-in.ts'
import { startPostgres } from './start-postgres.ts'

// Environment: DATA_DIR (required), PORT, POSTGRES_PASSWORD (second-ring by default).
const password = variable('POSTGRES_PASSWORD') ?? 'second-ring'

await runStandIn(
  async () => startPostgres({ dataDir: requiredVariable('DATA_DIR'), port: portVariable(), password }),
  ({ port, url }) => ({ url: url('postgres'), port }),
)
