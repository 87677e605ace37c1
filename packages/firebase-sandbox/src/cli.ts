import { portVariable, variable } from '@second-ring/server-process/env'
import { runAsProcess } from '@second-ring/server-process/run-as-process'
import { startFirebaseSandbox } from './start-firebase-sandbox.ts'

// Environment: DATA_FILE, PORT, HOST, FIREBASE_PROJECT_ID, ACTION_URL; each may be left out.
const dataFile = variable('DATA_FILE')
const host = variable('HOST')
const projectId = variable('FIREBASE_PROJECT_ID')
const actionUrl = variable('ACTION_URL')

await runAsProcess(
  async () =>
    startFirebaseSandbox({
      port: portVariable(),
      ...(dataFile && { dataFile }),
      ...(host && { host }),
      ...(projectId && { projectId }),
      ...(actionUrl && { actionUrl }),
    }),
  ({ url, host: address, projectId: project, outboxUrl }) => ({ url, host: address, projectId: project, outboxUrl }),
)
