import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port that something listens on until the test is over. */
export function listening(host: string): Promise<number> {
  const server = createServer()
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('No port was given'))
    })
  })
}
