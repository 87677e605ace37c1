import { sandboxControls } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import { CARD_SECRET_KEY, type Product, stripeOf } from '../product/product.ts'
import type { Random } from '../random.ts'

/** What banks decide in their own time, decided now. */
export interface Banks {
  /** Ends every refund that is pending: nearly all succeed. */
  decideRefunds(random: Random): Promise<void>
}

const FAILING = 0.25
const LOOKED_AT = 100

export function banksOf(product: Product): Banks {
  const stripe = stripeOf(product.cardsUrl)
  const controls = sandboxControls({ url: product.cardsUrl, secretKey: CARD_SECRET_KEY })
  return {
    async decideRefunds(random) {
      const { data } = await stripe.refunds.list({ limit: LOOKED_AT })
      for (const { id, status } of data) {
        if (status !== 'pending') continue
        const decide = random.chance(FAILING) ? controls.failRefund : controls.succeedRefund
        // The card's own bank may have been quicker.
        await decide(id).catch(() => undefined)
      }
    },
  }
}
