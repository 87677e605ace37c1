import { onlineManager } from '@tanstack/react-query'
import { NotSentError, networkError } from '#api-client/plain-fetch.ts'
import type { UploadProgress } from './use-upload-to-host.ts'

/** The image host's answer to a picture that it does not take. */
export class UploadRejected extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface UploadOptions extends UploadProgress {
  uploadUrl: string
  /** The bearer of whoever uploads; none by default. */
  token?: string | null
}

/** Sends a picture to the image host. Resolves to its address on the host's success flag; rejects otherwise. */
export function uploadPicture(file: File, { uploadUrl, token, onProgress, signal }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    // fetch cannot tell how much of a body was sent.
    const request = new XMLHttpRequest()
    request.open('POST', uploadUrl)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', event => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100))
    })
    request.addEventListener('load', () => {
      const answer = parseAnswer(request.responseText)
      const address = uploadedAddress(answer)
      if (address) resolve(address)
      else
        reject(
          new UploadRejected(
            request.status,
            refusalText(answer) ?? `Request failed with status code ${request.status}`,
          ),
        )
    })
    request.addEventListener('error', () =>
      reject(onlineManager.isOnline() && navigator.onLine ? networkError() : new NotSentError()),
    )
    request.addEventListener('abort', () => reject(new Error('The upload was stopped')))
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    const form = new FormData()
    form.set('image', file)
    request.send(form)
  })
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // A proxy on the way may answer with a page.
  }
}

function uploadedAddress(answer: unknown): string | undefined {
  if (!isRecord(answer) || answer.success !== true || !isRecord(answer.data)) return undefined
  const { url } = answer.data
  return typeof url === 'string' && url ? url : undefined
}

function refusalText(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined
  const text = isRecord(answer.error) ? answer.error.message : answer.message
  return typeof text === 'string' && text ? text : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
