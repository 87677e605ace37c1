import qs from 'qs'
import { invalidRequest } from './api-error.ts'

/** A decoded form: text, or hashes and lists of it. Hashes have no prototype. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

const MAX_DEPTH = 8
const MAX_PARAMETERS = 1000
const PROTOTYPE_KEYS = /(?:^|[[\].])(?:__proto__|constructor|prototype)(?:$|[[\].])/

/**
 * Decodes `a[b][0]=…` as the official SDKs encode it.
 * @throws ApiError 400 for names that reach for an object's prototype, and for forms that are too deep or too long
 */
export function parseForm(text: string): Form {
  for (const pair of text.split('&')) {
    const name = decode(pair.split('=', 1)[0] ?? '')
    if (PROTOTYPE_KEYS.test(name)) throw invalidRequest(`Invalid parameter name: ${name}`, { param: name })
  }
  try {
    return qs.parse(text, {
      depth: MAX_DEPTH,
      strictDepth: true,
      parameterLimit: MAX_PARAMETERS,
      arrayLimit: 100,
      throwOnLimitExceeded: true,
      plainObjects: true,
    }) as Form
  } catch {
    throw invalidRequest('The request is too deeply nested or has too many parameters.')
  }
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    throw invalidRequest('A parameter name is not valid UTF-8.')
  }
}
