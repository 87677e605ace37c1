import type { Sandbox } from './start-sandbox.ts'
import { SECRET_KEY } from './start-sandbox.ts'

export type Recorded = { method: 'GET' | 'POST' | 'DELETE'; path: string; status: number; body: Body }
type Body = { id: string; object?: string; [member: string]: unknown }

type Params = Record<string, string>

/** Calls the API as it is on the wire, and keeps every answer. */
export class Recorder {
  readonly answers: Recorded[] = []
  readonly #url: string

  #account: string | undefined

  constructor({ url }: Sandbox) {
    this.#url = url
  }

  /** Makes the calls of `act` for a connected account. */
  async on(accountId: string, act: () => Promise<unknown>): Promise<void> {
    this.#account = accountId
    await act()
    this.#account = undefined
  }

  get(path: string, params: Params = {}): Promise<Body> {
    return this.#call('GET', path, params)
  }

  post(path: string, params: Params = {}): Promise<Body> {
    return this.#call('POST', path, params)
  }

  delete(path: string): Promise<Body> {
    return this.#call('DELETE', path, {})
  }

  /** As a page of the sandbox's own calls it, with the publishable key. */
  fromPage(path: string, params: Params, key: string): Promise<Body> {
    return this.#call('POST', path, { ...params, key })
  }

  async #call(method: Recorded['method'], path: string, params: Params): Promise<Body> {
    const form = new URLSearchParams(params)
    const query = method === 'GET' && form.size > 0 ? `?${form}` : ''
    const response = await fetch(`${this.#url}${path}${query}`, {
      method,
      headers: params.key
        ? { origin: this.#url }
        : { authorization: `Bearer ${SECRET_KEY}`, ...(this.#account && { 'stripe-account': this.#account }) },
      ...(method === 'POST' && { body: form }),
    })
    const body = (await response.json()) as Body
    this.answers.push({ method, path, status: response.status, body })
    return body
  }
}
