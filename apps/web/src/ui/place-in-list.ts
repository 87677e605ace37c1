/** Where something stands in a list or a table. */
interface Place {
  list: Element
  index: number
}

/** The place of the item that an element belongs to. */
export function placeOf(element: Element): Place | null {
  const item = element.closest('li, tr')
  const list = item?.parentElement
  return list ? { list, index: [...list.children].indexOf(item) } : null
}

/** Puts the focus on the heading of what stands at a place now, or on the last one's; false when there is none. */
export function focusPlace({ list, index }: Place): boolean {
  const item = list.children[Math.min(index, list.children.length - 1)]
  const heading = item?.querySelector<HTMLElement>('[tabindex="-1"]')
  if (!heading || !list.isConnected) return false
  heading.focus()
  return true
}
