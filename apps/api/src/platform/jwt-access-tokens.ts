import jwt, { type FastifyJWTOptions, type JWT, type VerifyOptions } from '@fastify/jwt'
import { Id } from '@second-ring/contracts/ids'
import { ACCESS_TOKEN_TTL_S } from '@second-ring/contracts/limits'
import type { FastifyInstance } from 'fastify'
import type { AccessTokens, TokenHolder } from './access-tokens.ts'
import type { Clock } from './clock.ts'

declare module '@fastify/jwt' {
  interface FastifyJWT {
    namespaces: 'current' | 'previous'
  }
}

const ISSUER = 'second-ring'
const AUDIENCE = 'second-ring'
const ALGORITHM = 'HS256'

interface AccessTokenSettings {
  /** Signs and verifies; at least 32 bytes. */
  secret: string
  /** Verifies only: the secret before, until every token that it signed has run out. */
  previousSecret?: string | undefined
  clock: Clock
}

const settings = {
  sign: { algorithm: ALGORITHM, iss: ISSUER, aud: AUDIENCE },
  verify: {
    algorithms: [ALGORITHM],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['sub', 'sid', 'iat', 'exp', 'iss', 'aud'],
  },
} satisfies Omit<FastifyJWTOptions, 'secret'>

/**
 * Access tokens by `@fastify/jwt`: HS256, with issuer, audience and expiry always set and always checked (its defaults
 * check none of them).
 */
export async function registerAccessTokens(
  app: FastifyInstance,
  { secret, previousSecret, clock }: AccessTokenSettings,
): Promise<AccessTokens> {
  await app.register(jwt, { ...settings, secret, namespace: 'current' })
  const verifiers = [app.jwt.current]
  if (previousSecret !== undefined) {
    await app.register(jwt, { ...settings, secret: previousSecret, namespace: 'previous' })
    verifiers.push(app.jwt.previous)
  }
  const firstHolder = (accessToken: string, checks: Checks): TokenHolder | null => {
    for (const verifier of verifiers) {
      const holder = readHolder(verifier, accessToken, checks)
      if (holder) return holder
    }
    return null
  }
  return {
    issue({ userId, sessionId }, ttlS = ACCESS_TOKEN_TTL_S) {
      const iat = Math.floor(clock.now().getTime() / 1000)
      const exp = iat + ttlS
      return {
        accessToken: app.jwt.current.sign({ sub: userId, sid: sessionId, iat, exp }),
        expiresAt: new Date(exp * 1000),
      }
    },
    verify: accessToken => firstHolder(accessToken, { clockTimestamp: clock.now().getTime() }),
    holderOf: accessToken =>
      firstHolder(accessToken, { clockTimestamp: clock.now().getTime(), ignoreExpiration: true }),
  }
}

type Checks = Partial<VerifyOptions>

function readHolder(verifier: JWT, accessToken: string, checks: Checks): TokenHolder | null {
  try {
    const { sub, sid } = verifier.verify<{ sub?: unknown; sid?: unknown }>(accessToken, checks)
    const [userId, sessionId] = [Id.safeParse(sub).data, Id.safeParse(sid).data]
    return userId !== undefined && sessionId !== undefined ? { userId, sessionId } : null
  } catch {
    return null
  }
}
