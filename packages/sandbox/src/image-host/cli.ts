import { portVariable, requiredVariable, variable } from '../process/env.ts'
import { runStandIn } from '../process/run-stand-in.ts'
import { startImageHost } from './start-image-host.ts'

// Environment: DATA_DIR and KEY (required), PORT, HOST, PUBLIC_URL ('/' for addresses without an origin).
const host = variable('HOST')
const publicUrl = variable('PUBLIC_URL')

await runStandIn(
  async () =>
    startImageHost({
      port: portVariable(),
      dataDir: requiredVariable('DATA_DIR'),
      key: requiredVariable('KEY'),
      ...(host && { host }),
      ...(publicUrl && { publicUrl }),
    }),
  ({ url }) => ({ url }),
)
