import * as z from 'zod/mini'
import { Id } from '../ids.ts'
import { thingName } from '../names.ts'

/** How long a passkey's challenge may be answered, and so how long the browser may ask, in milliseconds. */
export const CHALLENGE_MS = 300_000
export const PASSKEY_NAME_MAX_LENGTH = 60
export const PASSKEYS_MAX = 10

/** Bytes as WebAuthn's JSON has them. A response has some 2 KB; one with an attestation of certificates has more. */
const Base64Url = z.string().check(z.regex(/^[\w-]{1,16384}$/, 'This passkey cannot be read: try again'))
const Transports = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))
const PublicKey = z.literal('public-key')
const Extensions = z.object({})

const KnownPasskey = z.object({ id: z.string(), type: PublicKey, transports: z.array(z.string()) })

/** What a browser is given to make a passkey: the JSON of WebAuthn's creation options. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: PublicKey })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** What a browser is given to ask for a passkey: the JSON of WebAuthn's request options. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(KnownPasskey),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** The passkey that a browser has made. */
export const NewPasskey = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: PublicKey,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.optional(Transports),
  }),
  clientExtensionResults: Extensions,
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** What a passkey has signed. */
export const PasskeyAnswer = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: PublicKey,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(Base64Url),
  }),
  clientExtensionResults: Extensions,
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const PasskeyName = thingName('Give the passkey a name', PASSKEY_NAME_MAX_LENGTH)

/** What a set-up link carries; the first passkey needs it where one is required. */
const SetUp = z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/, 'This set-up link is not whole: copy all of it')))

export const StartPasskeyInput = z.object({ setUp: SetUp })
export type StartPasskeyInput = z.infer<typeof StartPasskeyInput>

export const RegisterPasskeyInput = z.object({ name: PasskeyName, passkey: NewPasskey, setUp: SetUp })
export type RegisterPasskeyInput = z.infer<typeof RegisterPasskeyInput>

export const RemovePasskeyInput = z.object({ passkeyId: Id })
export type RemovePasskeyInput = z.infer<typeof RemovePasskeyInput>
export const RemovePasskeyOutput = z.object({ passkeyId: Id })
