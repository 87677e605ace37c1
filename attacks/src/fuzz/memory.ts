import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes that this process holds once everything that nobody needs is let go of. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (let n = 0; n < 3; n += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
