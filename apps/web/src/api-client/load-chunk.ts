/** How long a part of the site's code may take to arrive, in milliseconds: the specification's section 9. */
export const CHUNK_TIMEOUT_MS = 120_000

const TIMEOUT = 'ChunkTimeout'
/** The name of the error of a part that is not there, as `reloadOnStaleChunk` marks it. */
export const CHUNK_MISSING = 'ChunkMissing'

/**
 * Waits for a part of the site's code: `load` is a dynamic import.
 * @throws an error that `isChunkTimeout` knows when it has not arrived within CHUNK_TIMEOUT_MS
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(chunkTimeout()), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

function chunkTimeout(): Error {
  const error = new Error('This takes too long to arrive. Check your connection and load the page again.')
  error.name = TIMEOUT
  return error
}

/** Whether a part of the site's code was waited for in vain. */
export function isChunkTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === TIMEOUT
}

/** Whether a part of the site's code could not be had. */
export function isChunkMissing(error: unknown): boolean {
  return error instanceof Error && error.name === CHUNK_MISSING
}
