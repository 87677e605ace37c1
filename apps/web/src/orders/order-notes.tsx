import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { cx } from 'class-variance-authority'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const NoteForm = lazyPart(() => import('./note-form.tsx'), <Skeleton className="h-52" />)

/** Short notes between the two sides of an order. Nothing for an admin who has none to read. */
export function OrderNotes({ order }: { order: OrderDetails }) {
  const { notes, viewer } = order
  const canWrite = order.can.includes('addNote')
  if (notes.length === 0 && !canWrite) return null
  return (
    <Panel title="Notes">
      {notes.length === 0 && <p className="mb-4 text-muted">Nothing written yet.</p>}
      {notes.length > 0 && (
        <ol className="grid gap-3 not-last:mb-4">
          {notes.map(({ id, by, text, writtenAt }) => (
            <li
              key={id}
              className={cx(
                'rounded-xl px-4 py-3 print:px-0 print:py-1',
                by === viewer ? 'bg-accent-soft sm:ml-10 print:ml-0' : 'bg-sunken sm:mr-10 print:mr-0',
              )}
            >
              <p className="text-sm text-muted">
                {by === viewer ? 'You' : shownName(order[by].name)}, <ExactMoment at={writtenAt} />
              </p>
              <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
            </li>
          ))}
        </ol>
      )}
      {canWrite && (
        // As high as the form, so that nothing moves when it comes.
        <NoteForm order={order} />
      )}
    </Panel>
  )
}
