/** What the doctor found at one place. */
export interface Finding {
  ok: boolean
  what: string
  /** What to do about it. */
  advice?: string
}

export const good = (what: string): Finding => ({ ok: true, what })
export const bad = (what: string, advice: string): Finding => ({ ok: false, what, advice })

/** The finding of a check that throws when something is wrong, or does not answer in time. */
export async function findingOf(
  check: () => Promise<Finding>,
  failed: { what: string; advice: string },
): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return bad(`${failed.what}: ${reasonOf(error)}`, failed.advice)
  } finally {
    clearTimeout(timer)
  }
}

const PATIENCE_MS = 15_000

// Where several addresses fail, and where fetch does, the reason stands inside.
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.message === 'fetch failed' ? reasonOf(error.cause) : error.message
}
