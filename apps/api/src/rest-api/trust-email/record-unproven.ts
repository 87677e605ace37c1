import { randomUUID } from 'node:crypto'
import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'

interface Unproven {
  email: string
  name: string
  role: SignUpRole
}

/**
 * Makes the record of a person whose email nobody has vouched for; a second time nothing changes. The identity is one
 * that no provider gives, so a sign-in with the same email later takes nothing over; once it is proven, this record gives way.
 * @returns the record's id
 */
export async function recordUnproven(platform: Platform, person: Unproven): Promise<string> {
  const { database } = platform
  const known = () => database.user.findUnique({ where: { email: person.email }, select: { id: true } })
  const existing = await known()
  if (existing) return existing.id
  try {
    return await database.$transaction(async tx => {
      const identityUid = `unproven:${randomUUID()}`
      const { id } = await tx.user.create({ data: { ...person, identityUid }, select: { id: true } })
      const reason = 'The email is unproven: REST_TRUST_EMAIL'
      await recordAction(tx, { actorId: id, action: 'account.register', subject: { type: 'user', id }, reason })
      return id
    })
  } catch (error) {
    const winner = isUniqueViolation(error) ? await known() : null
    if (!winner) throw error
    return winner.id
  }
}
