import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@second-ring/contracts/factor/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What a test may say wrongly. */
interface Signed {
  origin?: string
  challenge?: string
  /** Whether the authenticator has checked who holds it; it has by default. */
  isVerified?: boolean
  /** What it says how often it was used; one more each time by default. */
  counter?: number
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

/** An authenticator with one passkey, and the browser before it, on the pages of an origin. */
export function authenticator(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let used = 0

  function clientData(type: string, challenge: string, signed: Signed): Buffer {
    const data = { type, challenge: signed.challenge ?? challenge, origin: signed.origin ?? origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(flags: number, signed: Signed): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | USER_PRESENT | (signed.isVerified === false ? 0 : USER_VERIFIED))
    head.writeUInt32BE(signed.counter ?? used, 1)
    return Buffer.concat([createHash('sha256').update(hostname).digest(), head])
  }

  function cosePublicKey(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
    return isoCBOR.encode(key)
  }

  const names = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' } as const
  return {
    credentialId: names.id,
    /** Makes its passkey. */
    create({ challenge }: PasskeyCreation, signed: Signed = {}): NewPasskey {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        authenticatorData(HAS_KEY, signed),
        ...[Buffer.alloc(16), length, id, cosePublicKey()],
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
      return {
        ...names,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, signed).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    /** Signs with its passkey. */
    answer({ challenge }: PasskeyRequest, signed: Signed = {}): PasskeyAnswer {
      used += 1
      const data = clientData('webauthn.get', challenge, signed)
      const authData = authenticatorData(0, signed)
      const hash = createHash('sha256').update(data).digest()
      const signature = sign('sha256', Buffer.concat([authData, hash]), privateKey)
      return {
        ...names,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      }
    },
  }
}
