import type { AuditHead, HeadPlace } from '#platform/audit-heads.ts'

/** Heads as lines of the log, for whoever collects it. It begins with the newest when the process does. */
export function createHeadLog(write: (head: AuditHead) => void): HeadPlace {
  let newest: number | null = null
  return {
    name: 'the log',
    newest: async () => newest,
    async append(heads) {
      for (const head of heads) {
        write(head)
        newest = head.number
      }
    },
  }
}
