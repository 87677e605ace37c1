/** The mail sandbox, for tests of the API with a mail server of their own that misbehaves. */
export { mailboxClient } from '@second-ring/mail-sandbox/client'
export { SmtpFault, type SmtpStep } from '@second-ring/mail-sandbox/smtp'
export { startMailSandbox } from '@second-ring/mail-sandbox/start-mail-sandbox'
