/** The so many of the listings whose cards (`data-listing`) are nearest to what one sees. */
export function nearestListings(ids: readonly string[], most: number): readonly string[] {
  if (ids.length <= most) return ids
  const distances = new Map<string, number>()
  for (const card of document.querySelectorAll<HTMLElement>('[data-listing]')) {
    const { top, bottom } = card.getBoundingClientRect()
    const distance = Math.abs((top + bottom) / 2 - window.innerHeight / 2)
    const { listing = '' } = card.dataset
    distances.set(listing, Math.min(distance, distances.get(listing) ?? Number.POSITIVE_INFINITY))
  }
  // What has no card has a page of its own, or a dialog.
  const distanceOf = (id: string) => distances.get(id) ?? 0
  return ids.toSorted((one, other) => distanceOf(one) - distanceOf(other)).slice(0, most)
}
