import type { Stripe } from '@stripe/stripe-js'
import { vi } from 'vitest'

/** The parts of the card provider's library that its React wrappers touch; every card is good until a test says otherwise. */
export function fakeStripe() {
  const listeners = new Map<string, (event: unknown) => void>()
  const card = {
    mount: (node: HTMLElement) => node.append('card field'),
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
    update: () => undefined,
    destroy: () => undefined,
    unmount: () => undefined,
    focus: vi.fn(),
  }
  const elements = { create: () => card, getElement: () => card, update: () => undefined }
  const calls = {
    createPaymentMethod: vi.fn<(...input: unknown[]) => Promise<unknown>>(async () => ({
      paymentMethod: { id: 'pm_1' },
    })),
    confirmCardPayment: vi.fn<(...input: unknown[]) => Promise<unknown>>(async () => ({
      paymentIntent: { id: 'pi_1', status: 'succeeded' },
    })),
  }
  const stripe = {
    ...calls,
    elements: () => elements,
    createToken: () => undefined,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
  return {
    stripe: stripe as object as Stripe,
    ...calls,
    change: (event: unknown) => listeners.get('change')?.(event),
    /** The card field takes the focus. */
    focus: card.focus,
  }
}
