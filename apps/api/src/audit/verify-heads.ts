import { type AuditHead, isSigned } from '#platform/audit-heads.ts'
import type { AuditKeys } from '#platform/audit-keys.ts'

/** The heads that a place outside the database has. */
export interface Shipped {
  /** How messages name the place. */
  name: string
  heads: readonly AuditHead[]
}

interface HeadCheck {
  keys: AuditKeys
  /** The database's own heads, oldest first. */
  stored: readonly AuditHead[]
  shipped: readonly Shipped[]
  /** This machine's time. */
  now: Date
}

/** There is a head at least each 56 minutes; two rounds of the job may fail. */
const SILENCE_MAX_MS = 65 * 60_000
/** How long a head may take to its places, in milliseconds. */
const SHIPPING_MAX_MS = 10 * 60_000

/**
 * Checks the heads themselves: signatures, that none is missing between two, that the database's and the shipped ones are
 * the same, and that there is one for each hour in which a process ran.
 * @returns a sentence for each fault, and for each time in which no process ran
 */
export function verifyHeads({ keys, stored, shipped, now }: HeadCheck): { faults: string[]; pauses: string[] } {
  const places = [{ name: 'the database', heads: stored }, ...shipped.map(withoutRepeats)]
  const faults = places.flatMap(place => [...unsigned(keys, place), ...gapsIn(place)])
  for (const place of places.slice(1)) faults.push(...differences(place, stored, now))
  const [first] = stored
  if (!first) return { faults, pauses: [] }
  const { missing, pauses } = silences(stored, now)
  return { faults: [...faults, ...missing], pauses }
}

function withoutRepeats({ name, heads }: Shipped): Shipped {
  const unlike = new Map(heads.map(head => [`${head.number} ${head.signature}`, head]))
  return { name, heads: [...unlike.values()].toSorted((a, b) => a.number - b.number) }
}

function unsigned(keys: AuditKeys, { name, heads }: Shipped): string[] {
  const forged = heads.filter(head => !isSigned(keys, head))
  return forged.slice(0, 1).map(head => `Head ${head.number} of ${name} is not signed by a key that is at hand.`)
}

function gapsIn({ name, heads }: Shipped): string[] {
  return heads.flatMap((head, index) => {
    const before = heads[index - 1]
    if (!before || (head.number === before.number + 1 && head.previous === before.signature)) return []
    if (head.number === before.number) return [`${name} has two heads ${head.number}, of ${before.at} and ${head.at}.`]
    const missing = `${before.number} (${before.at}) and ${head.number} (${head.at})`
    return [`Between the heads ${missing} of ${name} something was removed or put in.`]
  })
}

function differences({ name, heads }: Shipped, stored: readonly AuditHead[], now: Date): string[] {
  const ours = new Map(stored.map(head => [head.number, head]))
  const lost = heads.find(head => !ours.has(head.number))
  const other = heads.find(head => ours.has(head.number) && ours.get(head.number)?.signature !== head.signature)
  const newest = heads.at(-1)?.number ?? 0
  const late = stored.find(head => head.number > newest && now.getTime() - Date.parse(head.at) > SHIPPING_MAX_MS)
  return [
    ...(lost ? [`The database lacks the head ${lost.number} of ${lost.at}, which ${name} has: it was cut.`] : []),
    ...(other ? [`The database has another head ${other.number} than ${name}: it was rewritten.`] : []),
    ...(late ? [`${name} lacks the head ${late.number} of ${late.at}: it was cut, or cannot be reached.`] : []),
  ]
}

/** Times without a head: missing while a process ran, pauses while none did. */
function silences(heads: readonly AuditHead[], now: Date): { missing: string[]; pauses: string[] } {
  const silence = { missing: [] as string[], pauses: [] as string[] }
  for (const [index, { at }] of heads.entries()) {
    const next = heads[index + 1]
    const until = next ? Date.parse(next.at) : now.getTime()
    if (until - Date.parse(at) <= SILENCE_MAX_MS) continue
    const between = `between ${at} and ${new Date(until).toISOString()}`
    const began = next ? Date.parse(next.runningSince) : 0
    if (next && until - Math.max(began, Date.parse(at)) <= SILENCE_MAX_MS && began > Date.parse(at))
      silence.pauses.push(`No head ${between}: a server began at ${next.runningSince}, as if none had run before.`)
    else
      silence.missing.push(`No head ${between}: an hour is missing, for no job ran or somebody kept it from running.`)
  }
  return silence
}
