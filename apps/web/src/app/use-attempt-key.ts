import { useRef } from 'react'

interface Attempt {
  /** What is sent, as text. */
  of: string
  key: string
}

/**
 * Sends a write under a key of the attempt: sent again because no answer came, it has one effect and answers the first
 * result. A new key after success, and for another input.
 */
export function useAttemptKey<Input extends object, Result>(
  send: (input: Input & { idempotencyKey: string }) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const last = useRef<Attempt>(undefined)
  return async input => {
    const of = JSON.stringify(input)
    const attempt = last.current?.of === of ? last.current : { of, key: newKey() }
    last.current = attempt
    const result = await send({ ...input, idempotencyKey: attempt.key })
    if (last.current === attempt) last.current = undefined
    return result
  }
}

// Browsers have `randomUUID` only for sites that are reached by https, or on this machine.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
