import { portVariable, requiredVariable } from '../process/env.ts'
import { runStandIn } from '../process/run-stand-in.ts'
import { readOptionalSettings } from './env.ts'
import { startCardPayments } from './start-card-payments.ts'

// Environment: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY (required), PORT, and what env.ts reads.
await runStandIn(
  () =>
    startCardPayments({
      port: portVariable(),
      secretKey: requiredVariable('STRIPE_SECRET_KEY'),
      publishableKey: requiredVariable('STRIPE_PUBLISHABLE_KEY'),
      ...readOptionalSettings(),
    }),
  ({ url, scriptUrl }) => ({ url, scriptUrl }),
)
