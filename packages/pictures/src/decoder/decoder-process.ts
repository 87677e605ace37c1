import { constants, setPriority } from 'node:os'
import { decodeCpuMs, decoderMemory } from '../limits.ts'
import { UploadError } from '../upload-error.ts'
import { bindMemory, type MemoryBound } from './bind-memory.ts'
import { drawCard, type SocialCard } from './draw-card.ts'
import { type AvifRenditions, renderAvif } from './render-avif.ts'
import { loadDecoder, type RenderedPicture, renderPicture } from './render-picture.ts'

/** What a decoder is sent: the path of a picture to draw again, of a stored one to draw as AVIF, or what a card is to show. */
export type DecoderTask = string | { stored: string } | { card: SocialCard }

/** What a decoder sends: once that it is ready or cannot be, then an answer for each task that it was sent. */
export type DecoderMessage =
  | { ready: MemoryBound }
  | { picture: RenderedPicture }
  | { avif: AvifRenditions }
  | { card: Uint8Array }
  | { rejected: { status: number; message: string; cause: string } }
  /** Took too much processor time, and still goes on: this process has to be ended. */
  | { overdue: true }
  | { failed: string }

const send = (message: DecoderMessage): void => {
  process.send?.(message)
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const answer = async (task: DecoderTask): Promise<DecoderMessage> => {
  try {
    if (typeof task === 'string') return { picture: await renderPicture(task) }
    if ('stored' in task) return { avif: await renderAvif(task.stored) }
    return { card: await drawCard(task.card) }
  } catch (error) {
    if (!(error instanceof UploadError)) return { failed: wordsOf(error) }
    const { status, message, cause } = error
    return { rejected: { status, message, cause: cause === undefined ? '' : wordsOf(cause) } }
  }
}

const LOOK_MS = 100
const cpuLimitMs = Number(process.argv[2] ?? decodeCpuMs)

/** Tells when this process has used its processor time for one task. */
const watchCpu = (): (() => void) => {
  const before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 < cpuLimitMs) return
    clearInterval(timer)
    send({ overdue: true })
  }, LOOK_MS)
  return () => clearInterval(timer)
}

// Whoever visits the shop comes first; a tenth is left to pictures, though.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// The server decides when this ends; an interrupt at a terminal reaches both.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', async task => {
  const stop = watchCpu()
  const answered = await answer(task as DecoderTask)
  stop()
  send(answered)
})

try {
  await loadDecoder()
  send({ ready: await bindMemory(decoderMemory) })
} catch (error) {
  send({ failed: wordsOf(error) })
}
