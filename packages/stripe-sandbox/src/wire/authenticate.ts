import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from './api-error.ts'

export type KeyKind = 'secret' | 'publishable'

/** The account's two keys: the secret one may do everything, the publishable one is in every page. */
export type ApiKeys = { secretKey: string; publishableKey: string }

/**
 * Whose key a request carries: in `Authorization` as Bearer or as the user of Basic, or, as browsers send the
 * publishable one, in the parameter `key`.
 * @throws ApiError 401 without a key or with one that is not the account's
 */
export function authenticate(keys: ApiKeys, authorization: string | undefined, keyParam: string | undefined): KeyKind {
  const key = authorization === undefined ? keyParam : keyOf(authorization)
  if (!key) throw refused(NO_KEY)
  if (isSame(key, keys.publishableKey)) return 'publishable'
  if (authorization !== undefined && isSame(key, keys.secretKey)) return 'secret'
  throw refused(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

/** @throws ApiError 403 when a publishable key asks for what only the server may do */
export function requireSecretKey(kind: KeyKind): void {
  if (kind === 'secret') return
  throw new ApiError(
    403,
    {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    },
    'validation',
  )
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."

function refused(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message }, 'validation')
}

function keyOf(authorization: string): string | undefined {
  const [scheme = '', credentials = ''] = authorization.trim().split(/\s+/, 2)
  if (scheme.toLowerCase() === 'bearer') return credentials
  if (scheme.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString().split(':', 1)[0]
  return undefined
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
