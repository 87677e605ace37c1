import autocannon from 'autocannon'

/** One request, sent as it stands. */
export interface Shot {
  path: string
  method?: 'POST'
  headers?: Record<string, string>
  body?: string
}

/** What to send: shots in turn for so many seconds, or each of them once. */
export interface Order {
  url: string
  connections: number
  shots: Shot[]
  seconds?: number
}

export interface Answers {
  count: number
  seconds: number
  /** Answers that are no success, and none at all. */
  failures: number
  /** In milliseconds. */
  p50: number
  p95: number
  p99: number
}

function send({ url, connections, shots, seconds }: Order): Promise<Answers> {
  const times: number[] = []
  let failures = 0
  let next = 0
  const startedAt = performance.now()
  let lastAt = startedAt
  const [first = { path: '/' }] = shots
  const requests: autocannon.Request[] =
    seconds !== undefined
      ? shots.map(shot => ({ method: 'GET', ...shot }))
      : [{ method: 'GET', ...first, setupRequest: request => ({ ...request, ...shots[next++ % shots.length] }) }]
  return new Promise((resolve, reject) => {
    const running = autocannon(
      { url, connections, requests, ...(seconds === undefined ? { amount: shots.length } : { duration: seconds }) },
      (error, { errors, timeouts }) => {
        if (error) return reject(error)
        const elapsed = (lastAt - startedAt) / 1000
        const sorted = times.toSorted((a, b) => a - b)
        const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
        resolve({
          count: times.length,
          seconds: elapsed,
          failures: failures + errors + timeouts,
          p50: at(0.5),
          p95: at(0.95),
          p99: at(0.99),
        })
      },
    )
    running.on('response', (_client, status, _bytes, ms) => {
      times.push(ms)
      lastAt = performance.now()
      if (status < 200 || status > 299) failures += 1
    })
  })
}

process.on('message', (order: Order) => {
  send(order).then(
    answers => process.send?.(answers),
    error => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})
