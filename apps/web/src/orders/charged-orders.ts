import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'chargedOrders'

/** What storage holds, as it is read: the transaction of each order, by the order's id. */
function read(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '{}'
  } catch {
    return '{}'
  }
}

function parse(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...(value as Record<string, string>) } : {}
  } catch {
    return {}
  }
}

const watchers = new Set<() => void>()

function change(edit: (charges: Record<string, string>) => void): void {
  const charges = parse(read())
  edit(charges)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(charges))
  } catch {
    // Nothing to do: the server refuses to charge an order twice.
  }
  for (const watcher of watchers) watcher()
}

/** Remembers the charge of an order until the server has recorded it, so that Pay is not offered for it again. */
export function rememberCharge(orderId: string, transactionId: string): void {
  change(charges => {
    charges[orderId] = transactionId
  })
}

/** Forgets the charge of an order: it is recorded, or was paid back. */
export function forgetCharge(orderId: string): void {
  change(charges => {
    delete charges[orderId]
  })
}

/** The transaction of an order that was charged at this browser, in any tab, and is not recorded yet. */
export function useChargeOf(orderId: string): string | undefined {
  return useSyncExternalStore(subscribe, () => parse(read())[orderId])
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}
