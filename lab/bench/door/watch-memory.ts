import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_EVERY_MS = 50
const DECODER = /decoder-process\.[jt]s/

/** What was seen of memory, in MB. */
export interface MemorySeen {
  /** The most that the API took. */
  api: number
  /** The most that one decoder took. */
  decoder: number
  /** How many decoders there were at one time, at most. */
  decoders: number
}

/** The memory of a process, in MB: what it takes now, or the most that it has ever taken. Null when it has ended. */
export async function residentMb(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kB] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return kB === undefined ? null : Number(kB) / 1000
}

/** The processes that decode pictures for one of these. */
export async function decodersOf(parents: number[]): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const decoders = await Promise.all(
    pids.map(async pid => {
      const [command, stat] = await Promise.all(
        ['cmdline', 'stat'].map(file => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      // After the name, in brackets: the state, and the parent.
      const parent = Number(/\) \w (\d+) /.exec(stat ?? '')?.[1])
      return DECODER.test(command ?? '') && parents.includes(parent)
    }),
  )
  return pids.filter((_, index) => decoders[index])
}

/** Looks at the memory of the API and of its decoders until it is over. */
export async function watchMemory(
  { pid, parents }: { pid: number; parents: number[] },
  isOver: AbortSignal,
): Promise<MemorySeen> {
  const seen: MemorySeen = { api: 0, decoder: 0, decoders: 0 }
  while (!isOver.aborted) {
    const decoders = await decodersOf(parents)
    seen.decoders = Math.max(seen.decoders, decoders.length)
    seen.api = Math.max(seen.api, (await residentMb(pid)) ?? 0)
    for (const each of decoders) seen.decoder = Math.max(seen.decoder, (await residentMb(each, 'VmHWM')) ?? 0)
    await wait(LOOK_EVERY_MS)
  }
  return seen
}
