import type { WebConfig } from '@second-ring/contracts/config'
import type { Stripe, StripeConstructor } from '@stripe/stripe-js'

declare global {
  interface Window {
    Stripe?: StripeConstructor
  }
}

let loading: Promise<StripeConstructor> | undefined

/** The card provider's library: its own script, from the address that the configuration names. */
export async function loadCardPayments(config: WebConfig['cardPayments']): Promise<Stripe> {
  loading ??= loadScript(config.scriptUrl).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  const create = await loading
  return create(config.publishableKey)
}

function loadScript(address: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    if (window.Stripe) return resolve(window.Stripe)
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => {
      if (window.Stripe) resolve(window.Stripe)
      else reject(new Error('The card form could not be loaded'))
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The card form could not be loaded'))
    })
    document.head.append(script)
  })
}
