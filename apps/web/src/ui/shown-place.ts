/** The meeting place to show. The server erases it 30 days after an order's end, and when its buyer is removed. */
export function shownPlace(place: string): string {
  return place || 'No longer stored'
}
