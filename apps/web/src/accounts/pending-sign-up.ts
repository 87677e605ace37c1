import { SignUpRole } from '@second-ring/contracts/accounts/account'
import * as z from 'zod/mini'
import { storedJson } from '#api-client/stored-json.ts'

const PendingSignUp = z.object({ uid: z.string(), name: z.string(), role: SignUpRole })
export type PendingSignUp = z.infer<typeof PendingSignUp>

// Without storage a later login makes the record of a buyer.
const stored = storedJson('pendingSignUp')

/** Remembers a sign-up whose record the server has not confirmed yet, so that a later login can finish it. */
export function rememberSignUp(pending: PendingSignUp | null): void {
  stored.store(pending)
}

/** The unconfirmed sign-up of this person; null when there is none. */
export function recallSignUp(uid: string): PendingSignUp | null {
  const { data } = PendingSignUp.safeParse(stored.read())
  return data?.uid === uid ? data : null
}
