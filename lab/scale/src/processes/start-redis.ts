import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '@second-ring/server-process/free-port'
import { findProgram } from '../programs.ts'

/** A Redis of one's own, to be taken away and brought back. It keeps nothing. */
export interface OwnRedis {
  url: string
  /** Ends it without asking. */
  kill(): Promise<void>
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>
  /** Ends it and deletes its folder. */
  remove(): Promise<void>
}

export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-redis-'))
  let server: ChildProcess | null = await run(port, folder)
  async function kill(): Promise<void> {
    const ended = server && new Promise(resolve => server?.once('close', resolve))
    server?.kill('SIGKILL')
    await ended
    server = null
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      server = await run(port, folder)
    },
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function run(port: number, folder: string): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
  const server = spawn(findProgram('redis-server'), options, { stdio: ['ignore', 'pipe', 'ignore'] })
  const words: string[] = []
  const { promise: ready, resolve, reject } = Promise.withResolvers<ChildProcess>()
  createInterface(server.stdout).on('line', line => {
    words.push(line)
    if (line.includes('Ready to accept connections')) resolve(server)
  })
  server.once('error', reject)
  server.once('close', () => reject(new Error(`Redis ended: ${words.slice(-3).join('\n')}`)))
  return ready
}
