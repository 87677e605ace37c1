import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@second-ring/contracts/factor/factor'
import type { Transaction } from '@second-ring/database'
import { hashSecret } from '#platform/hash-secret.ts'

/** Without letters that look like digits. A power of two long, so that each is as likely as any other. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz0'
const LENGTH = 24
const GROUP = 4

/** Replaces a user's recovery codes. @returns the new ones; only their hashes are stored */
export async function replaceCodes(tx: Transaction, userId: string): Promise<string[]> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.recoveryCode.createMany({ data: codes.map(code => ({ userId, hash: hashOf(code) })) })
  return codes
}

/** Takes a code that a user has typed, once. @returns whether it was one of theirs */
export async function takeCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, hash: hashOf(code) } })
  return count === 1
}

// 120 bits: no guess hits one, so that a plain hash is enough.
function newCode(): string {
  const signs = Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')
  return Array.from({ length: LENGTH / GROUP }, (_, at) => signs.slice(at * GROUP, (at + 1) * GROUP)).join('-')
}

function hashOf(code: string): string {
  const signs = code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
  return hashSecret(signs)
}
