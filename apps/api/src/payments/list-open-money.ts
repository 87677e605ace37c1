import type {
  ListOpenMoneyInput,
  MoneySummaryOutput,
  OpenMoney,
  OpenMoneyKind,
} from '@second-ring/contracts/payments/open-money'
import { Prisma } from '@second-ring/database'
import { type Actor, authorize } from '#identity/actor.ts'
import { isOpenDispute } from '#orders/open-dispute.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { failureCount, lastFailure, owedCents } from './owed.ts'

interface OpenMoneyRow extends Omit<OpenMoney, 'since' | 'dueAt'> {
  since: Date
  dueAt: Date | null
}

const VIOLATIONS_SHOWN = 100

/** Every kind of open money in the columns of {@link OpenMoneyRow}, without the names. */
const open = Prisma.sql`
  SELECT CASE WHEN ${failureCount} > 0 THEN 'failed' ELSE 'owed' END AS kind,
    p.id, p.id AS payment_id, p.intent_id, coalesce(requested.amount_cents, 0) + ${owedCents} AS amount_cents,
    latest.state::text AS state, coalesce(latest.failure_reason, CASE WHEN ${failureCount} > 0 THEN ${lastFailure} END, latest.reason, '') AS reason,
    coalesce((SELECT min(r.requested_at) FROM refunds r WHERE r.payment_id = p.id), o.ended_at, p.received_at,
      p.created_at) AS since,
    requested.due_at
  FROM payments p LEFT JOIN orders o ON o.id = p.order_id
  LEFT JOIN refunds requested ON requested.payment_id = p.id AND requested.state = 'REQUESTED'
  LEFT JOIN LATERAL (
    SELECT r.state, r.reason, r.failure_reason FROM refunds r WHERE r.payment_id = p.id
    ORDER BY r.requested_at DESC, r.id DESC LIMIT 1
  ) latest ON true
  WHERE p.state = 'SUCCEEDED' AND (requested.id IS NOT NULL OR ${owedCents} > 0)
  UNION ALL
  SELECT 'pending', r.id, r.payment_id, p.intent_id, r.amount_cents, r.state::text, r.reason, r.requested_at, NULL
  FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.state = 'PENDING'
  UNION ALL
  SELECT 'disputed', d.id, d.payment_id, p.intent_id, d.amount_cents, d.state::text, d.reason, d.opened_at, d.due_at
  FROM disputes d JOIN payments p ON p.id = d.payment_id WHERE ${isOpenDispute}
  UNION ALL
  SELECT 'unmatched', u.id, NULL, u.intent_id, u.amount_cents, u.state::text, u.cause, u.found_at, NULL
  FROM unmatched_charges u WHERE u.state IN ('WAITING', 'RETURNING')`

/**
 * Money that is not where it belongs yet, what is open the longest first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listOpenMoney({ database }: Platform, actor: Actor, input: ListOpenMoneyInput) {
  authorize(actor, 'payment.oversee')
  const list = ['open-money', input.kind]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.$queryRaw<OpenMoneyRow[]>(Prisma.sql`
    SELECT open.kind, open.id::text, open.payment_id::text AS "paymentId", p.order_id::text AS "orderId",
      open.intent_id AS "transactionId", open.amount_cents AS "amountCents",
      coalesce(o.product_name, '') AS "productName", coalesce(buyer.name, '') AS "buyerName",
      coalesce(seller.name, '') AS "sellerName", open.state, open.reason, open.since, open.due_at AS "dueAt"
    FROM (${open}) AS open
    LEFT JOIN payments p ON p.id = open.payment_id
    LEFT JOIN users buyer ON buyer.id = p.buyer_id
    LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN listings l ON l.id = o.listing_id
    LEFT JOIN users seller ON seller.id = l.seller_id
    WHERE (${input.kind ?? null}::text IS NULL OR open.kind = ${input.kind ?? null})
      AND (${after === null} OR (open.since, open.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY open.since, open.id LIMIT ${input.limit + 1}`)
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.since, id: row.id }),
    toItem: ({ since, dueAt, ...row }): OpenMoney => ({
      ...row,
      since: since.toISOString(),
      dueAt: dueAt?.toISOString() ?? null,
    }),
  })
}

/**
 * How much of each kind is open, and the outcome of the last ledger check.
 * @throws DomainError FORBIDDEN
 */
export async function summarizeMoney({ database }: Platform, actor: Actor): Promise<MoneySummaryOutput> {
  authorize(actor, 'payment.oversee')
  const rows = await database.$queryRaw<{ kind: OpenMoneyKind; count: number }[]>(
    Prisma.sql`SELECT open.kind, count(*)::int AS count FROM (${open}) AS open GROUP BY open.kind`,
  )
  const none = { owed: 0, failed: 0, pending: 0, disputed: 0, unmatched: 0 } satisfies MoneySummaryOutput['open']
  const last = await database.ledgerCheck.findFirst({ orderBy: { finishedAt: 'desc' } })
  return {
    open: { ...none, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) },
    lastCheck: last && {
      finishedAt: last.finishedAt.toISOString(),
      violations: last.violations.slice(0, VIOLATIONS_SHOWN),
      violationCount: last.violations.length,
    },
  }
}
