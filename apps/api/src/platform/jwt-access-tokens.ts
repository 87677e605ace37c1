import jwt from '@fastify/jwt'
import { Id } from '@second-ring/contracts/ids'
import { ACCESS_TOKEN_TTL_S } from '@second-ring/contracts/limits'
import type { FastifyInstance } from 'fastify'
import type { AccessTokens } from './access-tokens.ts'
import type { Clock } from './clock.ts'

const ISSUER = 'second-ring'
const AUDIENCE = 'second-ring'
const ALGORITHM = 'HS256'

/**
 * Access tokens by `@fastify/jwt`: HS256, with issuer, audience and expiry always set and always checked (its defaults
 * check none of them).
 * @param secret at least 32 bytes
 */
export async function registerAccessTokens(
  app: FastifyInstance,
  { secret, clock }: { secret: string; clock: Clock },
): Promise<AccessTokens> {
  await app.register(jwt, {
    secret,
    sign: { algorithm: ALGORITHM, iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: [ALGORITHM],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'iss', 'aud'],
    },
  })
  return {
    issue(userId) {
      const iat = Math.floor(clock.now().getTime() / 1000)
      const exp = iat + ACCESS_TOKEN_TTL_S
      return { accessToken: app.jwt.sign({ sub: userId, iat, exp }), expiresAt: new Date(exp * 1000) }
    },
    verify(accessToken) {
      try {
        const { sub } = app.jwt.verify<{ sub?: unknown }>(accessToken, { clockTimestamp: clock.now().getTime() })
        const id = Id.safeParse(sub)
        return id.success ? id.data : null
      } catch {
        return null
      }
    },
  }
}
