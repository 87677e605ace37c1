import { connect, createServer } from 'node:net'
import { Failure } from '../bootstrap/failure.mjs'

/** A port that something is about to listen on. */
export type WantedPort = { port: number; host: string; title: string }

/** Why a port cannot be listened on, as the error's code; undefined when it can. */
async function whyNot(port: number, host: string): Promise<string | undefined> {
  const refused = await new Promise<string | undefined>(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
  if (refused) return refused
  // Some systems let a second server listen on one address of a port that another holds on all of them, and a browser
  // may look for `localhost` under IPv6 first: whatever answers there would be taken for this.
  const answering = await Promise.all(['127.0.0.1', '::1'].map(address => answers(port, address)))
  return answering.includes(true) ? 'EADDRINUSE' : undefined
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(500, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** Throws a Failure that names the first port that cannot be listened on, and the variable to set. */
export async function requireFreePorts(wanted: WantedPort[]): Promise<void> {
  for (const { port, host, title } of wanted) {
    const code = await whyNot(port, host)
    if (code === undefined) continue
    if (code === 'EACCES') {
      throw new Failure(`Port ${port} (${title}) needs more rights: choose one above 1023: PORT=3000 npm start`)
    }
    if (code !== 'EADDRINUSE') {
      throw new Failure(
        `Nothing can listen on HOST ${host} (${code}): set it to 127.0.0.1, or to 0.0.0.0 for every address.`,
      )
    }
    const other = await findConsecutive(wanted.length, (wanted[0]?.port ?? port) + 1000, host)
    throw new Failure(`Port ${port} (${title}) is taken: end what uses it, or choose others: PORT=${other} npm start`)
  }
}

/** The first of `count` free ports in a row, at or after `from`. */
export async function findConsecutive(count: number, from: number, host = '127.0.0.1'): Promise<number> {
  for (let first = from > 60_000 ? 10_000 : from; first < 65_000; first += count) {
    const ports = Array.from({ length: count }, (_, index) => first + index)
    const problems = await Promise.all(ports.map(port => whyNot(port, host)))
    if (problems.every(problem => problem === undefined)) return first
  }
  throw new Failure(`There are no ${count} free ports in a row.`)
}
