import { once } from 'node:events'
import { type Actor, authorize } from '../accounts/actor.ts'
import type { Platform } from '../platform/platform.ts'
import { countUnread } from './list-notices.ts'

/**
 * How many notices the actor has not read, now and each time it may have changed, until `signal` or the end of the
 * process. It ends for a person who was removed.
 */
export async function* watchNotices(
  platform: Platform,
  actor: Actor,
  signal: AbortSignal,
): AsyncGenerator<{ unread: number }, void, void> {
  authorize(actor, 'notice.read')
  const news = new EventTarget()
  const stop = platform.events.watch(`notices:${actor.id}`, () => news.dispatchEvent(new Event('news')))
  const end = AbortSignal.any([signal, platform.events.closing])
  try {
    while (!end.aborted) {
      // Listened for before it is counted, so that nothing falls between.
      const next = once(news, 'news', { signal: end }).catch(() => undefined)
      if ((await platform.database.user.count({ where: { id: actor.id, deletedAt: null } })) === 0) return
      yield await countUnread(platform, actor)
      await next
    }
  } finally {
    stop()
  }
}
