import { type AuditHead, isSigned } from '#platform/audit-heads.ts'
import type { AuditKeys } from '#platform/audit-keys.ts'

/** The heads that a place outside the database has. */
export interface Shipped {
  /** How messages name the place. */
  name: string
  heads: readonly AuditHead[]
  /** The places that these are the heads of, where they were joined. */
  parts?: readonly Shipped[]
}

/** The places that heads come from, each by its own name. */
export const partsOf = (place: Shipped): readonly Shipped[] => place.parts ?? [place]

/** The files of several machines as one place: what one of them lacks, because its server did not run, another one has. */
export function joinFiles(files: readonly Shipped[]): Shipped[] {
  const [first] = files
  if (!first || files.length === 1) return [...files]
  const names = files.map(({ name }) => name)
  return [
    {
      name: `${names.slice(0, -1).join(', ')} and ${names.at(-1)} together`,
      heads: files.flatMap(({ heads }) => heads),
      parts: files,
    },
  ]
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
  const database = { name: 'the database', heads: stored }
  const outside = shipped.map(withoutRepeats)
  const faults = [
    ...[database, ...shipped.flatMap(partsOf)].flatMap(place => unsigned(keys, place)),
    ...[database, ...outside].flatMap(place => gapsIn(place, stored)),
  ]
  for (const place of outside) faults.push(...differences(place, stored, now))
  const filled = shipped.flatMap(filledGaps)
  const [first] = stored
  if (!first) return { faults, pauses: filled }
  const { missing, pauses } = silences(stored, now)
  return { faults: [...faults, ...missing], pauses: [...filled, ...pauses] }
}

function withoutRepeats({ name, heads }: Shipped): Shipped {
  const unlike = new Map(heads.map(head => [JSON.stringify(head), head]))
  return { name, heads: [...unlike.values()].toSorted((a, b) => a.number - b.number) }
}

function unsigned(keys: AuditKeys, { name, heads }: Shipped): string[] {
  const forged = heads.filter(head => !isSigned(keys, head))
  return forged.slice(0, 1).map(head => `Head ${head.number} of ${name} is not signed by a key that is at hand.`)
}

function gapsIn({ name, heads }: Shipped, stored: readonly AuditHead[]): string[] {
  return heads.flatMap((head, index) => {
    const before = heads[index - 1]
    if (!before || (head.number === before.number + 1 && head.previous === before.signature)) return []
    if (head.number === before.number) return [`${name} has two heads ${head.number}, of ${before.at} and ${head.at}.`]
    const between = `${before.number} (${before.at}) and ${head.number} (${head.at})`
    const lacking = stored.filter(({ number }) => number > before.number && number < head.number)
    if (heads !== stored && isBridge(before, lacking, head))
      return [
        `${name} has a gap between the heads ${between}: ${namesOf(lacking)} is in the database, whole and signed. Nothing of the audit was cut there; lines of the place were lost, or taken out of it.`,
      ]
    return [`Between the heads ${between} of ${name} something was removed or put in.`]
  })
}

/** Whether heads follow on one and lead to another, each signed over the one before. */
function isBridge(from: AuditHead, heads: readonly AuditHead[], to: AuditHead): boolean {
  const all = [from, ...heads, to]
  return all.every((head, index) => {
    const before = all[index - 1]
    return !before || (head.number === before.number + 1 && head.previous === before.signature)
  })
}

function namesOf(heads: readonly AuditHead[]): string {
  const [first, last] = [heads[0]?.number, heads.at(-1)?.number]
  return heads.length === 1 ? `head ${first}` : `each of the heads ${first} to ${last}`
}

/** Says which of several files lack heads that another one has, from the first that each has on. */
function filledGaps({ heads, parts = [] }: Shipped): string[] {
  return parts.flatMap(part => {
    const own = new Set(part.heads.map(({ number }) => number))
    const first = Math.min(...own)
    const others = new Set(heads.map(({ number }) => number))
    const lacking = [...others].filter(number => number > first && !own.has(number)).toSorted((a, b) => a - b)
    if (lacking.length === 0) return []
    const many = lacking.length === 1 ? `the head ${lacking[0]}` : `${lacking.length} heads from ${lacking[0]} on`
    return [`${part.name} lacks ${many}, which another file has: its server did not run then, or lines were taken out.`]
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
    ...(late
      ? [
          `${name} ends before the head ${late.number} of ${late.at}, which the database has: its server did not run since then, it cannot be reached, or its end was cut.`,
        ]
      : []),
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
