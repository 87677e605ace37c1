import { DomainError } from '@second-ring/contracts/errors'

/** More than any call takes, a batch of them too. */
const VALUES_MAX = 5000

const [QUOTE, BACKSLASH, COMMA, OBJECT, ARRAY] = [...'"\\,{['].map(sign => sign.charCodeAt(0))

/**
 * Rejects JSON of very many values before it is parsed: three bytes of text become an object of some sixty bytes, so that a few
 * bodies within the limit of bytes would fill the memory.
 * @throws DomainError INVALID_INPUT
 */
export function rejectManyValues(json: string): void {
  let values = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) isInText = !isInText
    else if (!isInText && (code === COMMA || code === OBJECT || code === ARRAY)) values += 1
  }
  if (values > VALUES_MAX) {
    throw new DomainError('INVALID_INPUT', `The body holds more than ${VALUES_MAX} values. Send less at once.`)
  }
}
