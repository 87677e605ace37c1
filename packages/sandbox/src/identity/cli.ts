import { portVariable, variable } from '../process/env.ts'
import { runStandIn } from '../process/run-stand-in.ts'
import { startIdentity } from './start-identity.ts'

// Environment: DATA_FILE, PORT, HOST, FIREBASE_PROJECT_ID; each may be left out.
const dataFile = variable('DATA_FILE')
const host = variable('HOST')
const projectId = variable('FIREBASE_PROJECT_ID')

await runStandIn(
  async () =>
    startIdentity({
      port: portVariable(),
      ...(dataFile && { dataFile }),
      ...(host && { host }),
      ...(projectId && { projectId }),
    }),
  identity => ({ url: identity.url, host: identity.host, projectId: identity.projectId }),
)
