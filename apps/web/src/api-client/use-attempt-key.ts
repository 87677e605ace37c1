import { useRef } from 'react'

interface Attempt {
  /** What is sent, as text. */
  of: string
  key: string
}

/** The last attempt at each thing, by its id, until one succeeds. */
export type Attempts = Map<string, Attempt>

/**
 * Sends a write under a key of the attempt: sent again because no answer came, it has one effect and returns the first
 * result. A new key after success, and for another input. An error stores nothing under the key, so that it serves again.
 * @param shared attempts that outlive the component, and what an input is about; without it, the component has its own
 */
export function useAttemptKey<Input extends object, Result>(
  send: (input: Input & { idempotencyKey: string }) => Promise<Result>,
  shared?: { attempts: Attempts; idOf: (input: Input) => string },
): (input: Input) => Promise<Result> {
  const own = useRef<Attempts>(new Map())
  return async input => {
    const attempts = shared?.attempts ?? own.current
    const id = shared?.idOf(input) ?? ''
    const of = JSON.stringify(input)
    const last = attempts.get(id)
    const attempt = last?.of === of ? last : { of, key: newKey() }
    attempts.set(id, attempt)
    const result = await send({ ...input, idempotencyKey: attempt.key })
    if (attempts.get(id) === attempt) attempts.delete(id)
    return result
  }
}

// Browsers have `randomUUID` only for sites that are reached by https, or on this machine.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
