import { deflateRawSync } from 'node:zlib'

type Variables = Record<string, string | undefined>

/** Keys that this repository prints. */
const PRINTED_KEYS = [
  'for-a-look-at-it-on-one-machine-and-for-nothing-else',
  'an-audit-key-for-a-look-at-it-on-one-machine-and-for-nothing-else',
]
/** 32 bytes and more, as generators write them: in hex, or in base64 with its sign at the end. Nobody writes words so. */
const KEY_FORMATS = [/^(?:[0-9a-f]{2}){32,}$/i, /^(?:[a-z0-9+/]{4}){10,}(?:[a-z0-9+/]{3}=|[a-z0-9+/]{2}==)$/i]
/** A webhook's secret, as the payment provider makes them. */
const WEBHOOK_SECRET = /^whsec_[a-z0-9]{32,}$/i

/** How many bytes are left of a random one when it is compressed: of 60,000 keys the smallest had 43, of as many webhooks' secrets 31. */
const [KEY_PACKED_MIN, WEBHOOK_SECRET_PACKED_MIN] = [40, 27]

/** Why others could guess a key, and so sign with it, in a sentence; nothing when it is random. */
export function whyNotKey(name: string, given: string | undefined): string[] {
  const key = given?.trim()
  if (!key) return []
  const make = 'make one with: openssl rand -hex 32'
  if (PRINTED_KEYS.includes(key)) return [`${name} is printed in this repository, so that everyone knows it: ${make}`]
  if (!KEY_FORMATS.some(format => format.test(key)))
    return [`${name} is easily guessed, for it is not 32 random bytes in hex or base64: ${make}`]
  return packedSizeOf(key) < KEY_PACKED_MIN || isSequence(key)
    ? [`${name} is easily guessed, for it repeats itself: ${make}`]
    : []
}

/** Whether it can be one of the payment provider's. */
export function isWebhookSecret(text: string): boolean {
  return WEBHOOK_SECRET.test(text) && packedSizeOf(text.replace(/^whsec_/, '')) >= WEBHOOK_SECRET_PACKED_MIN
}

/** Keys that may be the same: those of one purpose, at different times. */
const KEY_FAMILIES = [
  ['ACCESS_TOKEN_SECRET', 'ACCESS_TOKEN_SECRET_PREVIOUS', 'BANNED_EMAIL_SECRET'],
  ['AUDIT_KEY', 'AUDIT_KEY_PREVIOUS'],
] as const

/** A key that is another setting too would leak with it, or have to be changed with it; some settings are shown to every browser. */
export function whyNotShared(variables: Variables): string[] {
  return KEY_FAMILIES.flatMap((family, index) => {
    // The others say it of those of this family.
    const said = KEY_FAMILIES.slice(index).flat()
    const others = Object.entries(variables).filter(([name]) => !said.some(own => own === name))
    return family.flatMap(name => {
      const keys = (variables[name] ?? '').split(',').map(key => key.trim())
      const [same] = others.find(([, value]) => value?.trim() && keys.includes(value.trim())) ?? []
      return same ? [`${name} is the same as ${same}: make one of its own`] : []
    })
  })
}

/** Whether the bytes of a key are each the same step after the one before, as those of 000102… are. */
function isSequence(key: string): boolean {
  const bytes = Buffer.from(key, /^[0-9a-f]+$/i.test(key) ? 'hex' : 'base64')
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0)).subarray(1)
  return new Set(steps).size === 1
}

/** How many bytes are left of a text that is compressed, or of the steps from each of its bytes to the next. */
function packedSizeOf(text: string): number {
  const bytes = Buffer.from(text)
  const steps = bytes.map((byte, index) => byte - (bytes[index - 1] ?? 0))
  return Math.min(...[bytes, steps].map(each => deflateRawSync(each, { level: 9 }).length))
}
