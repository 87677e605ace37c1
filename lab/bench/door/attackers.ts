import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

interface Attack {
  url: string
  isOver: AbortSignal
}

const ADDRESSES = 3
const DROP_EVERY_MS = 500

const addressOf = (index: number): string => `127.0.2.${(index % ADDRESSES) + 1}`

/** Keeps so many connections open from three addresses, each of which sends a body to `path` byte by byte. */
export async function dribble({ url, isOver }: Attack, count: number, paths: string[]): Promise<void> {
  const one = async (_: unknown, index: number) => {
    const path = paths[index % paths.length]
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`
    while (!isOver.aborted) {
      const socket = open(url, index)
      socket.write(head)
      while (!isOver.aborted && !socket.destroyed) {
        socket.write('x')
        await wait(DROP_EVERY_MS)
      }
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: count }, one))
}

/** Keeps so many connections open from three addresses, each of which asks for 8 answers and takes nothing of them. */
export async function readNothing({ url, isOver }: Attack, count: number, path: string): Promise<void> {
  const one = async (_: unknown, index: number) => {
    while (!isOver.aborted) {
      const socket = open(url, index)
      socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8))
      while (!isOver.aborted && !socket.destroyed) await wait(DROP_EVERY_MS)
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: count }, one))
}

/** Sends pictures, so many at once, from three addresses, over and over. Returns how often each status came. */
export async function upload({ url, isOver }: Attack, count: number, pictures: Buffer[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const one = async (_: unknown, index: number) => {
    const agent = new Agent({ localAddress: addressOf(index) })
    for (let turn = index; !isOver.aborted; turn += 1) {
      const status = await sendPicture(url, pictures[turn % pictures.length] ?? Buffer.alloc(0), agent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 200) await wait(DROP_EVERY_MS)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: count }, one))
  return statuses
}

function open(url: string, index: number): Socket {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), localAddress: addressOf(index) })
  return socket.on('error', () => undefined)
}

/** Returns the status; 0 when there is no answer. */
export function sendPicture(url: string, picture: Buffer, agent = new Agent()): Promise<number> {
  const boundary = 'second-ring-picture'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length }
  return new Promise(resolve => {
    request(url, { method: 'POST', agent, headers }, response => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
    })
      .once('error', () => resolve(0))
      .end(body)
  })
}
