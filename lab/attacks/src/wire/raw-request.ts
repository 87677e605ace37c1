import { connect } from 'node:net'
import { type Answer, answerOf } from './answer.ts'

/** A connection on which nothing happens for so long is taken to hang. */
const HANG_MS = 5000

/**
 * Writes bytes to a server and reads what comes back until it closes the connection, for what no HTTP client would send.
 * @param leaves whether to close the connection as soon as the bytes are sent, instead of waiting for an answer
 * @param from an address of this machine, from which they are sent
 * @returns null when it closes without a word
 */
export function rawRequest(
  url: string,
  bytes: string | Buffer,
  { leaves = false, from }: { leaves?: boolean; from?: string } = {},
): Promise<Answer | null> {
  const { hostname, port } = new URL(url)
  const to = { host: hostname, port: Number(port), ...(from !== undefined && { localAddress: from }) }
  return new Promise((resolve, reject) => {
    const socket = connect(to, () => socket.write(bytes, () => leaves && socket.destroy()))
    const chunks: Buffer[] = []
    let failure: Error | undefined
    socket.setTimeout(HANG_MS, () => {
      socket.destroy(new Error(`The connection stays open after: ${Buffer.concat(chunks).toString().slice(0, 500)}`))
    })
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', error => {
      failure = error
    })
    socket.on('close', () => {
      const bytes = Buffer.concat(chunks)
      try {
        if (failure && !('code' in failure && failure.code === 'ECONNRESET')) throw failure
        resolve(bytes.length > 0 ? read(bytes) : null)
      } catch (error) {
        reject(error)
      }
    })
  })
}

/** The head of a request that asks for the connection to be closed, with the headers as they are. */
export function head(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

function read(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  const [line = '', ...lines] = bytes.subarray(0, end).toString().split('\r\n')
  const headers = new Headers(lines.map(each => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1)]))
  const body = bytes.subarray(end + 4)
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return answerOf(Number(line.split(' ')[1]), headers, (isChunked ? joinChunks(body) : body).toString())
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf('\r\n', at) + 2
    const size = Number.parseInt(body.subarray(at, start).toString(), 16)
    if (!size) break
    chunks.push(body.subarray(start, start + size))
    at = start + size + 2
  }
  return Buffer.concat(chunks)
}
