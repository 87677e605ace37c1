type UploadErrorOptions = ErrorOptions & {
  /** When to try again, in seconds. */
  retryAfterS?: number | undefined
}

/** An upload that is not accepted: the HTTP status and a sentence for the person who sent it. */
export class UploadError extends Error {
  readonly status: number
  readonly retryAfterS: number | undefined

  constructor(status: number, message: string, { retryAfterS, ...options }: UploadErrorOptions = {}) {
    super(message, options)
    this.status = status
    this.retryAfterS = retryAfterS
  }
}

/** The image host's answer to a rejected call. */
export const failure = (status: number, message: string) => ({ success: false, status, error: { message } })
