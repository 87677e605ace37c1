import type { Database } from '@second-ring/database'

/**
 * What every table of the product holds now, each as a hash of its rows. Left out is how often someone has called, and
 * until when the provider’s charges were looked through and which receipts are numbered, which each process does by the clock; and that the audit says so of
 * what was refused, and is linked.
 */
export function stateOf(database: Database): Promise<{ table: string; rows: string }[]> {
  return database.$queryRaw`
    SELECT tablename::text AS table,
      md5(query_to_xml(
        format('SELECT (to_jsonb(t) - ''charges_seen_until'')::text FROM %I t
          WHERE coalesce(to_jsonb(t) ->> ''action'', '''') NOT LIKE ''refused.%%'' ORDER BY 1', tablename), true, false, ''
      )::text) AS rows
    FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'rate_limits', 'audit_pending', 'audit_links', 'audit_heads', 'receipts')
    ORDER BY tablename`
}
