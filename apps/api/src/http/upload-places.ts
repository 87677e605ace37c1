import { ADDRESS_UPLOADS_AT_ONCE, UPLOADS_AT_ONCE } from '@second-ring/contracts/limits'
import { maximumUploads } from '@second-ring/pictures/limits'
import { UploadError } from '@second-ring/pictures/upload-error'

/** An upload that asks for a place. */
export interface Arriving {
  /** The account that sends it, or the address of one without an account. */
  sender: string
  address: string
  /** How many bytes of it have come. */
  received(): number
  /** Whether all of it has. */
  isWhole(): boolean
}

export interface UploadPlace {
  /** Aborted with an error for the sender when the upload has to make way. */
  stopped: AbortSignal
  /** Gives the place back, once however often it is called. */
  release(): void
}

interface Taken extends Arriving {
  stop: AbortController
  /** When it was last looked at, how much had come by then, and at which rate before. */
  at: number
  bytes: number
  rate: number
}

const BUSY_RETRY_S = 2
/** An upload is spared so long: its rate shows only then. In milliseconds. */
const SAMPLE_MS = 2000

/**
 * How many uploads are received at once: of one sender, of one address, of all. When an address has all of its places, or
 * everyone together has, the slowest upload of the address with most makes way, so that who sends slowly keeps nobody out.
 * @param now the time in milliseconds
 */
export function createUploadPlaces(now: () => number = () => performance.now()) {
  const taken = new Set<Taken>()

  /** Ends the slowest of these that is still being received. @returns false when all of them are new, or have come */
  function makeWay(uploads: Taken[]): boolean {
    const [slowest] = uploads
      .filter(upload => !upload.isWhole() && Number.isFinite(upload.rate))
      .sort((a, b) => a.rate - b.rate)
    if (!slowest) return false
    taken.delete(slowest)
    slowest.stop.abort(new UploadError(408, 'The upload was too slow, and others wait. Send the picture again.'))
    return true
  }

  return {
    /** @throws UploadError when there is no place */
    take({ sender, address, received, isWhole }: Arriving): UploadPlace {
      const at = now()
      for (const upload of taken) look(upload, at)
      if ([...taken].filter(upload => upload.sender === sender).length >= UPLOADS_AT_ONCE)
        throw busy(429, `${UPLOADS_AT_ONCE} of your pictures are being received already. Send this one after them.`)
      const neighbours = [...taken].filter(upload => upload.address === address)
      if (neighbours.length >= ADDRESS_UPLOADS_AT_ONCE && !makeWay(neighbours))
        throw busy(429, 'Many pictures are being received from your network already. Try again in a moment.')
      if (taken.size >= maximumUploads && !makeWay(largestOf(taken)))
        throw busy(503, 'Too many pictures at once. Try again in a moment.')
      const stop = new AbortController()
      const rate = Number.POSITIVE_INFINITY
      const own: Taken = { sender, address, received, isWhole, stop, at, bytes: received(), rate }
      taken.add(own)
      return { stopped: stop.signal, release: () => void taken.delete(own) }
    },
  }
}

/** Measures how fast it comes at present, whatever it did before. */
function look(upload: Taken, at: number): void {
  const ms = at - upload.at
  if (ms < SAMPLE_MS) return
  const bytes = upload.received()
  Object.assign(upload, { at, bytes, rate: (bytes - upload.bytes) / ms })
}

/** Those of the address that has most. */
function largestOf(uploads: Set<Taken>): Taken[] {
  const byAddress = Map.groupBy(uploads, ({ address }) => address)
  return [...byAddress.values()].sort((a, b) => b.length - a.length)[0] ?? []
}

function busy(status: number, message: string): UploadError {
  return new UploadError(status, message, { retryAfterS: BUSY_RETRY_S })
}
