import { portVariable, requiredVariable, variable } from '@second-ring/server-process/env'
import { runAsProcess } from '@second-ring/server-process/run-as-process'
import { startImageHost } from './start-image-host.ts'

// Environment: DATA_DIR and KEY (required), PORT, HOST, PUBLIC_URL ('/' for addresses without an origin).
const host = variable('HOST')
const publicUrl = variable('PUBLIC_URL')

await runAsProcess(
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
