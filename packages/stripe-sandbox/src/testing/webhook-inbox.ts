import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

export type ReceivedWebhook = { body: string; signature: string; event: { id: string; type: string } }

/** An endpoint that keeps what it is sent and answers 200, or the statuses that a test lined up. */
export class WebhookInbox {
  readonly received: ReceivedWebhook[] = []
  readonly #statuses: number[] = []
  readonly #server = createServer()
  #listeners: (() => void)[] = []
  url = ''

  static async open(): Promise<WebhookInbox> {
    const inbox = new WebhookInbox()
    inbox.#server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      response.writeHead(inbox.#statuses.shift() ?? 200).end()
      inbox.received.push({ body, signature: String(request.headers['stripe-signature']), event: JSON.parse(body) })
      for (const listener of inbox.#listeners.splice(0)) listener()
    })
    inbox.#server.listen(0, '127.0.0.1')
    await once(inbox.#server, 'listening')
    onTestFinished(() => inbox.close())
    const address = inbox.#server.address()
    inbox.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/webhooks`
    return inbox
  }

  answerWith(...statuses: number[]): void {
    this.#statuses.push(...statuses)
  }

  /** Resolves when so many have come in all. */
  async until(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>(resolve => this.#listeners.push(resolve))
  }

  types(): string[] {
    return this.received.map(({ event }) => event.type)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    if (this.#server.listening) await new Promise(resolve => this.#server.close(resolve))
  }
}
