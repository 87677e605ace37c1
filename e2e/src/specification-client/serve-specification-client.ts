import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'page')

export interface Served {
  origin: string
  close(): Promise<void>
}

interface How {
  /** The product that the page calls. */
  product: string
  /** 0 for any that is free. */
  port: number
  /** Whether the product asks for proof; else it runs with REST_TRUST_EMAIL. */
  isStrict: boolean
}

/** Serves the specification's client from an origin of its own: its page at every path, its scripts beside it. */
export async function serveSpecificationClient(how: How): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://client')
    answer(pathname, how).then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      (error: Error) => response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(how.port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(pathname: string, how: How): Promise<{ type: string; body: string }> {
  if (pathname === '/settings.js') return { type: 'text/javascript', body: await settings(how) }
  const script = /^\/([a-z]+\.js)$/.exec(pathname)?.[1]
  const body = await readFile(path.join(folder, script ?? 'page.html'), 'utf8')
  return { type: script ? 'text/javascript' : 'text/html', body }
}

/** What a client has built in: where the product and its providers are. */
async function settings({ product, isStrict }: How): Promise<string> {
  const { identity, cardPayments, imageHost } = await (await fetch(`${product}/config.json`)).json()
  const builtIn = {
    host: product,
    isStrict,
    identityUrl: `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1`,
    identityKey: identity.apiKey,
    uploadUrl: new URL(imageHost.uploadUrl, product).href,
    cardScriptUrl: cardPayments.scriptUrl,
    cardKey: cardPayments.publishableKey,
  }
  return `const settings = ${JSON.stringify(builtIn)}`
}
