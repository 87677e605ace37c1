import type { Sandbox } from './start-sandbox.ts'
import { SECRET_KEY } from './start-sandbox.ts'

export type Recorded = { method: 'GET' | 'POST'; path: string; status: number; body: Body }
type Body = { id: string; object?: string; [member: string]: unknown }

type Params = Record<string, string>

/** Calls the API as it is on the wire, and keeps every answer. */
export class Recorder {
  readonly answers: Recorded[] = []
  readonly #url: string

  constructor({ url }: Sandbox) {
    this.#url = url
  }

  get(path: string, params: Params = {}): Promise<Body> {
    return this.#call('GET', path, params)
  }

  post(path: string, params: Params = {}): Promise<Body> {
    return this.#call('POST', path, params)
  }

  /** As a page of the sandbox's own calls it, with the publishable key. */
  fromPage(path: string, params: Params, key: string): Promise<Body> {
    return this.#call('POST', path, { ...params, key })
  }

  async #call(method: 'GET' | 'POST', path: string, params: Params): Promise<Body> {
    const form = new URLSearchParams(params)
    const query = method === 'GET' && form.size > 0 ? `?${form}` : ''
    const response = await fetch(`${this.#url}${path}${query}`, {
      method,
      headers: params.key ? { origin: this.#url } : { authorization: `Bearer ${SECRET_KEY}` },
      ...(method === 'POST' && { body: form }),
    })
    const body = (await response.json()) as Body
    this.answers.push({ method, path, status: response.status, body })
    return body
  }
}
