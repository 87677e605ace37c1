import { portVariable, requiredVariable } from '@second-ring/server-process/env'
import { runAsProcess } from '@second-ring/server-process/run-as-process'
import { readOptionalSettings } from './env.ts'
import { startStripeSandbox } from './start-stripe-sandbox.ts'

// Environment: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY (required), PORT, and what env.ts reads.
await runAsProcess(
  () =>
    startStripeSandbox({
      port: portVariable(),
      secretKey: requiredVariable('STRIPE_SECRET_KEY'),
      publishableKey: requiredVariable('STRIPE_PUBLISHABLE_KEY'),
      ...readOptionalSettings(),
    }),
  ({ url, scriptUrl }) => ({ url, scriptUrl }),
)
