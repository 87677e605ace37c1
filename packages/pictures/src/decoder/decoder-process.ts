import { constants, setPriority } from 'node:os'
import { decodeCpuMs, decoderMemory } from '../limits.ts'
import { UploadError } from '../upload-error.ts'
import { bindMemory, type MemoryBound } from './bind-memory.ts'
import { loadDecoder, type RenderedPicture, renderPicture } from './render-picture.ts'

/** What a decoder sends: once that it is ready or cannot be, then an answer for each file that it was sent. */
export type DecoderMessage =
  | { ready: MemoryBound }
  | { picture: RenderedPicture }
  | { rejected: { status: number; message: string; cause: string } }
  /** Took too much processor time, and still goes on: this process has to be ended. */
  | { overdue: true }
  | { failed: string }

const send = (message: DecoderMessage): void => {
  process.send?.(message)
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const answer = async (file: string): Promise<DecoderMessage> => {
  try {
    return { picture: await renderPicture(file) }
  } catch (error) {
    if (!(error instanceof UploadError)) return { failed: wordsOf(error) }
    const { status, message, cause } = error
    return { rejected: { status, message, cause: cause === undefined ? '' : wordsOf(cause) } }
  }
}

const LOOK_MS = 100
const cpuLimitMs = Number(process.argv[2] ?? decodeCpuMs)

/** Tells when this process has used its processor time for one picture. */
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
process.on('message', async file => {
  const stop = watchCpu()
  const answered = await answer(String(file))
  stop()
  send(answered)
})

try {
  await loadDecoder()
  send({ ready: await bindMemory(decoderMemory) })
} catch (error) {
  send({ failed: wordsOf(error) })
}
