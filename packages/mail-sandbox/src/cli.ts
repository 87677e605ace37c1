import { portVariable, variable } from '@second-ring/server-process/env'
import { runAsProcess } from '@second-ring/server-process/run-as-process'
import { startMailSandbox } from './start-mail-sandbox.ts'

// Environment: PORT (the pages), SMTP_PORT, HOST, MORE_URL with MORE_TITLE (another page of mails); each may be left out.
const host = variable('HOST')
const moreUrl = variable('MORE_URL')
const more = moreUrl ? { url: moreUrl, title: variable('MORE_TITLE') ?? moreUrl } : undefined

await runAsProcess(
  async () =>
    startMailSandbox({
      port: portVariable(),
      smtpPort: portVariable('SMTP_PORT'),
      ...(host && { host }),
      more,
    }),
  ({ url, smtpUrl }) => ({ url, smtpUrl }),
)
