import { portVariable, variable } from '@second-ring/server-process/env'
import { runAsProcess } from '@second-ring/server-process/run-as-process'
import { startFirebaseSandbox } from './start-firebase-sandbox.ts'

// Environment: DATA_FILE, PORT, HOST, FIREBASE_PROJECT_ID; each may be left out.
const dataFile = variable('DATA_FILE')
const host = variable('HOST')
const projectId = variable('FIREBASE_PROJECT_ID')

await runAsProcess(
  async () =>
    startFirebaseSandbox({
      port: portVariable(),
      ...(dataFile && { dataFile }),
      ...(host && { host }),
      ...(projectId && { projectId }),
    }),
  identity => ({ url: identity.url, host: identity.host, projectId: identity.projectId }),
)
