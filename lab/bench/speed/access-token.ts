import { createHmac } from 'node:crypto'
import { TOKEN_SECRET } from './start-servers.ts'

const HOUR_S = 3600

/** The headers of a call by this person, in the session that every user of a catalogue has. */
export function signedInAs(userId: string): Record<string, string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sub: userId, sid: userId, iat, exp: iat + HOUR_S, iss: 'second-ring', aud: 'second-ring' }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const signature = createHmac('sha256', TOKEN_SECRET).update(signed).digest('base64url')
  return { authorization: `Bearer ${signed}.${signature}` }
}
