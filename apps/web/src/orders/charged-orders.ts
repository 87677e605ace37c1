import { useSyncExternalStore } from 'react'
import { storedJson } from '#api-client/stored-json.ts'

/** The transaction of each order, by the order's id. Where it cannot be stored, the server refuses to charge an order twice. */
const stored = storedJson('chargedOrders')

function read(): Record<string, string> {
  const charges = Object.entries(stored.read() ?? {})
  return Object.fromEntries(charges.filter(([, transactionId]) => typeof transactionId === 'string'))
}

const watchers = new Set<() => void>()

function store(charges: Record<string, string>): void {
  stored.store(charges)
  for (const watcher of watchers) watcher()
}

/** Remembers the charge of an order until the server has recorded it, so that Pay is not offered for it again. */
export function rememberCharge(orderId: string, transactionId: string): void {
  store({ ...read(), [orderId]: transactionId })
}

/** Forgets the charge of an order: it is recorded, or was paid back. */
export function forgetCharge(orderId: string): void {
  const { [orderId]: _, ...others } = read()
  store(others)
}

/** The transaction of an order that was charged at this browser, in any tab, and is not recorded yet. */
export function useChargeOf(orderId: string): string | undefined {
  return useSyncExternalStore(subscribe, () => read()[orderId])
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}
