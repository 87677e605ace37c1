import { networkError } from './plain-fetch.ts'

type Fetch = (address: string, init: { signal: AbortSignal }) => Promise<Response>

interface Download {
  fetch: Fetch
  address: string
  signal: AbortSignal
  /** Told how much has come so far, in bytes. */
  onProgress: (bytes: number) => void
}

/**
 * Fetches a file whole; half a file would look like a whole one.
 * @throws an error whose message says why it could not be had
 */
export async function fetchFile({ fetch, address, signal, onProgress }: Download): Promise<Blob> {
  const answer = await fetch(address, { signal }).catch(unanswered)
  if (!answer.ok) throw new Error(await refusalIn(answer))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = answer.body?.getReader()
  for (;;) {
    const part = await reader?.read().catch(unanswered)
    if (!part || part.done) break
    parts.push(new Uint8Array(part.value))
    bytes += part.value.length
    onProgress(bytes)
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' })
}

/** Hands a file to the browser, to be kept where its downloads go. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

function unanswered(cause: unknown): never {
  throw networkError(cause)
}

async function refusalIn(answer: Response): Promise<string> {
  const told: unknown = await answer.json().catch(() => null)
  if (told && typeof told === 'object' && 'message' in told && typeof told.message === 'string') return told.message
  return `Request failed with status code ${answer.status}. Try again in a minute.`
}
