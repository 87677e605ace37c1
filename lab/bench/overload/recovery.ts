const IN_A_ROW = 20
const PATIENCE_MS = 30_000

/** How long until requests are answered one after the other as on a quiet day, in milliseconds. */
export async function untilRecovered(url: string, usualMs: number): Promise<number> {
  const startedAt = performance.now()
  for (let inARow = 0; inARow < IN_A_ROW; ) {
    const askedAt = performance.now()
    if (askedAt - startedAt > PATIENCE_MS) return Number.POSITIVE_INFINITY
    const response = await fetch(url)
    await response.arrayBuffer()
    const isUsual = response.status === 200 && performance.now() - askedAt < usualMs
    inARow = isUsual ? inARow + 1 : 0
  }
  return performance.now() - startedAt
}

/** A request that is turned away while the server has too much to do says when to come again. */
export async function saysWhenToCome(url: string, isOver: AbortSignal): Promise<boolean> {
  while (!isOver.aborted) {
    const response = await fetch(url)
    await response.arrayBuffer()
    if (response.status === 503) return Number(response.headers.get('retry-after')) >= 1
  }
  return false
}
