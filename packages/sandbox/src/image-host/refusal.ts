/** An upload that is not accepted: the HTTP status and a sentence for the person who sent it. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** The image host's answer to a refused call. */
export const failure = (status: number, message: string) => ({ success: false, status, error: { message } })
