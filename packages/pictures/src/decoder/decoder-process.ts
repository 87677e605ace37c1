import { constants, setPriority } from 'node:os'
import { decoderMemory } from '../limits.ts'
import { UploadError } from '../upload-error.ts'
import { bindMemory, type MemoryBound } from './bind-memory.ts'
import { loadDecoder, type RenderedPicture, renderPicture } from './render-picture.ts'

/** What a decoder sends: once that it is ready or cannot be, then an answer for each file that it was sent. */
export type DecoderMessage =
  | { ready: MemoryBound }
  | { picture: RenderedPicture }
  | { rejected: { status: number; message: string; cause: string } }
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

// Whoever visits the shop comes first.
setPriority(constants.priority.PRIORITY_LOW)
// The server decides when this ends; an interrupt at a terminal reaches both.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', async file => send(await answer(String(file))))

try {
  await loadDecoder()
  send({ ready: await bindMemory(decoderMemory) })
} catch (error) {
  send({ failed: wordsOf(error) })
}
