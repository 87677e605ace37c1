/** Whether a word differs from another in one letter: wrong, missing, too many, or exchanged with its neighbour. */
export function isOneTypoAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  const start = [...one].findIndex((letter, index) => letter !== other[index])
  const at = start === -1 ? one.length : start
  const rest = one.slice(at)
  const otherRest = other.slice(at)
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    (rest.slice(2) === otherRest.slice(2) && rest[0] === otherRest[1] && rest[1] === otherRest[0])
  )
}
