import autocannon from 'autocannon'

export interface Load {
  url: string
  paths: string[]
  /** Requests a second; as many as the server answers when it is absent. */
  rate?: number
  connections: number
  seconds: number
}

export interface Answers {
  /** A second. */
  offered: number
  served: number
  shed: number
  /** Of all statuses but 200 and 503. */
  odd: number
  /** Connections that broke, and answers that did not come within ten seconds. */
  failed: number
  /** Of those that were served, in milliseconds: half of them, 99 of a hundred, the longest. */
  latency: { half: number; most: number; longest: number }
}

/** Sends requests to the paths in turn, and counts what comes back. */
export async function sendLoad({ url, paths, rate, connections, seconds }: Load): Promise<Answers> {
  const times: number[] = []
  let [shed, odd] = [0, 0]
  const startedAt = performance.now()
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        duration: seconds,
        requests: paths.map(path => ({ method: 'GET', path })),
        ...(rate !== undefined && { overallRate: rate }),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    running.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) times.push(ms)
      else if (status === 503) shed += 1
      else odd += 1
    })
  })
  const elapsed = (performance.now() - startedAt) / 1000
  const perSecond = (count: number) => Math.round(count / elapsed)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return {
    offered: perSecond(times.length + shed + odd + errors),
    served: perSecond(times.length),
    shed: perSecond(shed),
    odd,
    failed: errors + timeouts,
    latency: { half: at(0.5), most: at(0.99), longest: at(1) },
  }
}
