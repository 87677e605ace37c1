import { DomainError } from '@second-ring/contracts/errors'
import { authorityFields } from '@second-ring/contracts/wire'
import type { SchemaOf } from './endpoint.ts'

const NAME = /^(?!__proto__$|constructor$|prototype$)\w+$/

/**
 * Refuses a query that different readers read differently: of a parameter that is given twice one takes the first and
 * another the last; brackets some read as objects.
 * @throws DomainError INVALID_INPUT
 */
export function refuseAmbiguous(query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (!NAME.test(name)) throw new DomainError('INVALID_INPUT', 'This is not the name of a parameter.')
    if (Array.isArray(value)) throw new DomainError('INVALID_INPUT', `${name}: send it once.`)
    if (authorityFields.includes(name)) throw new DomainError('INVALID_INPUT', `${name} may not be sent`)
  }
}

/**
 * What a client sends, as the contract reads it.
 * @throws DomainError INVALID_INPUT with a sentence about the first field that is wrong
 */
export function parseInput<Value>(schema: SchemaOf<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: '' }
  throw new DomainError('INVALID_INPUT', inputMessage(path.join(' '), message))
}

/** What zod says when the schema names no message. */
const DEFAULT_MESSAGE = 'Invalid input'

/** A sentence about a field that its form may show: `resale_price` is 'Resale price'. */
function inputMessage(field: string, message: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  const hasMessage = message !== '' && message !== DEFAULT_MESSAGE
  if (words === '') return hasMessage ? message : 'Check what you entered and try again.'
  return hasMessage ? `${words[0]?.toUpperCase()}${words.slice(1)}: ${message}` : `Check the ${words} and try again.`
}
