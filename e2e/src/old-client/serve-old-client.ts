import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const require = createRequire(import.meta.url)
const axios = path.dirname(require.resolve('axios/package.json'))

/**
 * Serves the old client from an origin of its own.
 * @param port 0 for any that is free
 * @param config what the product's `/config.json` says, for the identity provider that the client has built in
 */
export async function serveOldClient(
  port: number,
  config: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const files: Record<string, { type: string; body: string }> = {
    '/': { type: 'text/html', body: own('page.html') },
    '/client.js': { type: 'text/javascript', body: own('client.js') },
    '/axios.min.js': { type: 'text/javascript', body: readFileSync(path.join(axios, 'dist/axios.min.js'), 'utf8') },
    '/provider.json': { type: 'application/json', body: config },
  }
  const server = createServer((request, response) => {
    const file = files[new URL(request.url ?? '/', 'http://old').pathname]
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
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

function own(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8')
}
