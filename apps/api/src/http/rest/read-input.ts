import { DomainError } from '@second-ring/contracts/errors'
import { authorityFields } from '@second-ring/contracts/wire'
import type * as z from 'zod/mini'

const NAME = /^(?!__proto__$|constructor$|prototype$)\w+$/

/**
 * Refuses a query that different readers read differently: of a parameter that is given twice one takes the first and
 * another the last; brackets some read as objects.
 * @throws DomainError INVALID_INPUT
 */
export function rejectAmbiguous(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!NAME.test(name)) throw new DomainError('INVALID_INPUT', 'This is not the name of a parameter.')
    if (Array.isArray(value)) throw new DomainError('INVALID_INPUT', `${name}: send it once.`)
    if (authorityFields.includes(name)) throw new DomainError('INVALID_INPUT', `${name} may not be sent`)
  }
}

/**
 * Returns what a client sends, as the schema reads it.
 * @throws DomainError INVALID_INPUT with a sentence about the first field that is wrong
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw inputError(issue?.path ?? [], issue?.message)
}

/** What zod says when the schema names no message. */
const DEFAULT_MESSAGE = 'Invalid input'

/** Returns an error with a sentence that a form may show about a field: `resale_price` is 'Resale price'. */
export function inputError(path: readonly PropertyKey[], message = DEFAULT_MESSAGE): DomainError {
  return new DomainError('INVALID_INPUT', sentenceOf(path.join(' '), message))
}

function sentenceOf(field: string, message: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  const hasMessage = message !== '' && message !== DEFAULT_MESSAGE
  if (words === '') return hasMessage ? message : 'Check what you entered and try again.'
  return hasMessage ? `${words[0]?.toUpperCase()}${words.slice(1)}: ${message}` : `Check the ${words} and try again.`
}
