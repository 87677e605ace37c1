/** An order for a fault: which of the next calls or events it befalls, and how many. */
export type Ordered<Order> = Order & { id: string; left: number }

/** Faults that were ordered and have not all happened. They live in memory: a restart forgets them. */
export type FaultList<Order> = {
  add(order: Order): Ordered<Order>
  list(): Ordered<Order>[]
  /** Forgets all of them, and lets go of what one still holds. */
  clear(): void
  /** The oldest fault that matches; one of its times is used up by it. */
  take(matches: (order: Order) => boolean): Ordered<Order> | undefined
  /** Calls back at each `clear`. */
  onClear(callback: () => void): void
}

export function faultList<Order extends { times: number }>(): FaultList<Order> {
  let orders: Ordered<Order>[] = []
  let count = 0
  const listeners: (() => void)[] = []
  return {
    add(order) {
      count += 1
      const ordered = { ...order, id: `fault_${count}`, left: order.times }
      orders.push(ordered)
      return { ...ordered }
    },
    list: () => orders.map(order => ({ ...order })),
    clear() {
      orders = []
      for (const callback of listeners) callback()
    },
    take(matches) {
      const found = orders.find(matches)
      if (!found) return undefined
      found.left -= 1
      if (found.left === 0) orders = orders.filter(order => order !== found)
      return { ...found }
    },
    onClear: callback => void listeners.push(callback),
  }
}

/** Whether a text is what a pattern says, in which `*` stands for anything. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(text)
}
