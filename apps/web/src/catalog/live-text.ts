/** How many phones of a category are for sale or booked, in words. */
export function liveText(count: number): string {
  if (count === 0) return 'No phones for sale or booked'
  return count === 1 ? '1 phone for sale or booked' : `${count.toLocaleString('en-US')} phones for sale or booked`
}
