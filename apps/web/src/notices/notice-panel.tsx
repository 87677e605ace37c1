import { BellOff, CheckCheck } from 'lucide-react'
import { useRef } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NoticeLink } from './notice-link.tsx'
import { useNotices } from './use-notices.ts'

/** What the product has told, newest first. */
export function NoticePanel({ unread, onFollow }: { unread: number; onFollow: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { query, notices, hasMarks, busy, readAll } = useNotices(unread)
  const keepFocus = () => title.current?.focus({ preventScroll: true })
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-line pr-2 pl-4">
        <h2 ref={title} tabIndex={-1} className="text-lg font-bold">
          Notices
        </h2>
        {hasMarks && (
          <Button
            variant="quiet"
            size="small"
            busy={busy}
            onClick={() => {
              // The button goes with the last mark.
              keepFocus()
              readAll()
            }}
          >
            <CheckCheck aria-hidden="true" className="size-4" />
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {!notices && query.isError && (
          <div role="alert" className="grid justify-items-center gap-3 px-4 py-8 text-center">
            <p className="font-semibold">Your notices did not load</p>
            <p className="text-sm text-muted">{messageOf(query.error)}</p>
            <Button
              variant="secondary"
              size="small"
              busy={query.isFetching}
              onClick={() => {
                keepFocus()
                void query.refetch()
              }}
            >
              Try again
            </Button>
          </div>
        )}
        {!notices && !query.isError && <NoticesSkeleton />}
        {notices?.length === 0 && (
          <div className="grid justify-items-center px-4 py-8 text-center">
            <span
              aria-hidden="true"
              className="mb-3 grid size-12 place-items-center rounded-full bg-accent-soft text-accent-ink"
            >
              <BellOff className="size-5" />
            </span>
            <p className="font-semibold">Nothing new</p>
            <p className="mt-1 text-sm text-muted">What happens to the phones that you book or sell is told here.</p>
          </div>
        )}
        {notices && notices.length > 0 && (
          <>
            <ul>
              {notices.map(notice => (
                <li key={notice.id}>
                  <NoticeLink notice={notice} onFollow={onFollow} />
                </li>
              ))}
            </ul>
            <div className="[&>*]:mt-2 [&>*]:mb-3">
              <LoadMore query={query} byScrolling />
            </div>
          </>
        )}
      </div>
    </>
  )
}

function NoticesSkeleton() {
  return (
    <div role="status" className="grid gap-4 p-3">
      <span className="sr-only">Loading your notices</span>
      {['a', 'b', 'c'].map(key => (
        <div key={key} className="flex gap-3">
          <Skeleton className="size-9 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
