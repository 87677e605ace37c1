import { inLocalTime } from '@second-ring/contracts/in-utc'
import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import { useTRPC, useTRPCClient } from '#api-client/trpc.ts'
import type { OpenStream } from '#live/keep-stream.ts'
import { NoticePanel } from './notice-panel.tsx'
import { useUnread } from './use-unread.ts'

const MOST_SHOWN = 99

interface NoticeBellProps {
  openStream: OpenStream
  /** Told that something has happened: what the screens show of it is out of date. */
  onNews: () => void
  /** Told that orders of whoever is signed in may have changed. */
  onOrders: () => void
}

/** The bell of the top navigation: how much is unread, and the panel that tells it. New notices are read out. */
export function NoticeBell({ openStream, onNews, onOrders }: NoticeBellProps) {
  const [open, setOpen] = useState(false)
  const [spoken, setSpoken] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const client = useTRPCClient()

  async function takeNews() {
    onNews()
    void queryClient.invalidateQueries(trpc.notices.list.pathFilter())
    const newest = await client.notices.list.query({ limit: 1 }).catch(() => null)
    const [notice] = newest?.items ?? []
    if (notice) setSpoken(`New notice: ${inLocalTime(notice.message)}`)
  }
  const unread = useUnread(openStream, { onNews: () => void takeNews(), onOrders })

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={unread > 0 ? `Notices, ${unread} unread` : 'Notices'}
        title="Notices"
        className="relative grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
      >
        <Bell aria-hidden="true" className="size-5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs font-bold text-on-accent tabular-nums"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </Popover.Trigger>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          aria-label="Notices"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-40 flex max-h-(--radix-popover-content-available-height) w-[calc(100vw-1rem)] animate-rise flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-sheet focus-visible:outline-none sm:max-h-[min(34rem,var(--radix-popover-content-available-height))] sm:w-96"
          onOpenAutoFocus={event => {
            // On the panel itself, so that it is read from its beginning.
            event.preventDefault()
            panel.current?.focus()
          }}
        >
          <NoticePanel unread={unread} onFollow={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
