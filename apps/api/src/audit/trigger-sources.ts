import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRIGGERS_DIR } from '@second-ring/database/trigger-files'

const sourceOf = (file: string) => readFileSync(join(TRIGGERS_DIR, file), 'utf8').split('$$')[1] ?? ''

/** What the audit's triggers do, as `prisma/triggers` has it. They lie beside the sources; `build.ts` puts their text into the bundle. */
export const triggerSources = {
  audit_entries_queue: sourceOf('queue-audit-entry.sql'),
  audit_entries_append_only: sourceOf('reject-audit-entry-changes.sql'),
  audit_links_append_only: sourceOf('reject-audit-link-changes.sql'),
  audit_heads_append_only: sourceOf('reject-audit-head-changes.sql'),
}
