import { connect, createServer } from 'node:net'

/** A way to the database on which the answer to each COMMIT is lost, with its connection. */
export interface LosingWay {
  databaseUrl: string
  /** How many were lost. */
  lost(): number
  close(): Promise<void>
}

/** PostgreSQL's message that a COMMIT is done. */
const COMMITTED = Buffer.from('COMMIT\0')

export async function loseCommits(databaseUrl: string): Promise<LosingWay> {
  const to = new URL(databaseUrl)
  let lost = 0
  const server = createServer(client => {
    const upstream = connect(Number(to.port), to.hostname)
    client.pipe(upstream)
    upstream.on('data', data => {
      if (!data.includes(COMMITTED)) return void client.write(data)
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
