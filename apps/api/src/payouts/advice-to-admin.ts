import type { Database, Transaction } from '@second-ring/database'

/** The kind of a mail to them: its button leads to a page that they have. */
export const mailedToAdmin = { mailKind: 'payout-of-admin' } as const

interface Paid {
  userId: string
  /** Whom they write to; null where nobody says who runs the market. */
  operatorEmail: string | null
}

/**
 * What somebody who became an admin after they had sold does about their payout account: an admin has no page of earnings.
 * @returns a clause that goes on in a sentence; null for everybody else
 */
export async function adviceIfAdmin(
  on: Database | Transaction,
  { userId, operatorEmail }: Paid,
): Promise<string | null> {
  const isAdmin = (await on.user.count({ where: { id: userId, role: 'ADMIN' } })) > 0
  return isAdmin ? adviceToAdmin(operatorEmail) : null
}

export function adviceToAdmin(operatorEmail: string | null): string {
  return `admins cannot change their payout account: write to ${operatorEmail ?? 'whoever runs this market'} to have your admin role taken back first.`
}
