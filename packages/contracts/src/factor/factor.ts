import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { atMost } from '../text.ts'
import { PasskeyAnswer } from './passkeys.ts'

/** How long a proof of the second factor counts, in minutes. */
export const PROOF_MINUTES = 10
export const RECOVERY_CODES = 10
export const ADMIN_TOKENS_MAX = 5

/** The caller's passkeys and how they stand. */
export const MyFactorOutput = z.object({
  /** Whether admins need a second factor here; elsewhere it is offered. */
  isRequired: z.boolean(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), createdAt: Instant, usedAt: z.nullable(Instant) })),
  recoveryCodesLeft: z.int(),
  /** Their tokens for REST that still work. */
  tokens: z.array(z.object({ id: Id, createdAt: Instant, expiresAt: Instant })),
})
export type MyFactorOutput = z.infer<typeof MyFactorOutput>

/** Shown once. Null beside a passkey that is not the first: the codes from before still hold. */
const RecoveryCodes = z.array(z.string())
export const RegisterPasskeyOutput = z.object({ passkeyId: Id, recoveryCodes: z.nullable(RecoveryCodes) })
export type RegisterPasskeyOutput = z.infer<typeof RegisterPasskeyOutput>

export const RenewRecoveryCodesOutput = z.object({ recoveryCodes: RecoveryCodes })
export type RenewRecoveryCodesOutput = z.infer<typeof RenewRecoveryCodesOutput>

export const ProveByPasskeyInput = z.object({ answer: PasskeyAnswer })
export type ProveByPasskeyInput = z.infer<typeof ProveByPasskeyInput>

/** As it is printed, or without its hyphens, in any case. */
const RecoveryCode = z
  .string('Enter a recovery code')
  .check(z.trim(), z.minLength(1, 'Enter a recovery code'), atMost(60, 'This is no recovery code'))
export const ProveByCodeInput = z.object({ code: RecoveryCode })
export type ProveByCodeInput = z.infer<typeof ProveByCodeInput>

/** Until when the proof counts. */
export const ProofOutput = z.object({ provenUntil: Instant, recoveryCodesLeft: z.int() })
export type ProofOutput = z.infer<typeof ProofOutput>

/** Shown once. */
export const MakeAdminTokenOutput = z.object({ tokenId: Id, token: z.string(), expiresAt: Instant })
export type MakeAdminTokenOutput = z.infer<typeof MakeAdminTokenOutput>

export const RevokeAdminTokenInput = z.object({ tokenId: Id })
export type RevokeAdminTokenInput = z.infer<typeof RevokeAdminTokenInput>
export const RevokeAdminTokenOutput = z.object({ tokenId: Id })
