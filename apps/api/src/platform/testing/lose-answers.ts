import { connect, createServer } from 'node:net'

/** A proxy of the database that loses the answers to some statements, with their connections. */
export interface LosingProxy {
  databaseUrl: string
  /** How many were lost. */
  lost(): number
  close(): Promise<void>
}

/** @param tag what PostgreSQL says when such a statement is done, such as `COMMIT` or `SELECT 1` */
export async function loseAnswers(databaseUrl: string, tag: string): Promise<LosingProxy> {
  const done = Buffer.from(`${tag}\0`)
  const to = new URL(databaseUrl)
  let lost = 0
  const server = createServer(client => {
    const upstream = connect(Number(to.port), to.hostname)
    client.pipe(upstream)
    upstream.on('data', data => {
      if (!data.includes(done)) return void client.write(data)
      lost += 1
      client.destroy()
    })
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const from = new URL(databaseUrl)
  from.hostname = '127.0.0.1'
  from.port = String(typeof address === 'object' ? address?.port : '')
  return {
    databaseUrl: from.href,
    lost: () => lost,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
