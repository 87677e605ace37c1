/** The list with one of its items at another place, counted from 1. */
export function moved<Item extends { id: string }>(items: readonly Item[], id: string, place: number): Item[] {
  const others = items.filter(item => item.id !== id)
  const item = items.find(other => other.id === id)
  return item ? others.toSpliced(place - 1, 0, item) : others
}
