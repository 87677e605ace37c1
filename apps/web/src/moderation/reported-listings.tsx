import type { ReportedListing } from '@second-ring/contracts/moderation/report'
import { formatCents } from '@second-ring/contracts/money'
import { Link } from '@tanstack/react-router'
import { UserLink } from '#accounts/user-link.tsx'
import { SellerName } from '#listings/seller-name.tsx'
import { stateLabels } from '#listings/state-label.ts'
import { Badge } from '#ui/badge.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { shownName } from '#ui/shown-name.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { DismissReports } from './dismiss-reports.tsx'
import { RemovePost } from './remove-post.tsx'
import { reportReasonLabels } from './report-reasons.ts'

/** The reported posts, each with who reports it and why, and what an admin can do. */
export function ReportedListings({ reported }: { reported: readonly ReportedListing[] }) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-4">
      {reported.map(item => (
        <li key={item.listing.id} className="rounded-card border border-line bg-surface p-4 shadow-card">
          <Summary item={item} />
          <Reports item={item} />
          <div className="mt-4 flex flex-wrap gap-2">
            <DismissReports item={item} />
            {item.listing.state !== 'SOLD' && <RemovePost listing={item.listing} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Summary({ item: { listing, reporters, proven, reasons, lastReportedAt } }: { item: ReportedListing }) {
  const { id, productName, state, resalePriceCents } = listing
  return (
    <div className="grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-4">
      <Picture image={listing.image} alt="" sizes="4rem" className="rounded-xl" />
      <div className="min-w-0">
        <h2 tabIndex={-1} className="font-semibold tracking-normal wrap-anywhere">
          {state === 'REMOVED' ? (
            productName
          ) : (
            <Link
              to="/listings/$listingId"
              params={{ listingId: id }}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              {productName}
            </Link>
          )}
        </h2>
        <p className="text-sm text-muted">
          <SellerName seller={listing} /> · {formatCents(resalePriceCents)}
        </p>
        <p className="text-sm">
          <strong>
            {reporters.toLocaleString('en')} {reporters === 1 ? 'person reports' : 'people report'} it
          </strong>
          , {proven === reporters ? 'with a proven email' : `${proven.toLocaleString('en')} with a proven email`}, last{' '}
          <Moment at={lastReportedAt} />
        </p>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>
          {reasons.map(({ reason, count }) => (
            <Badge key={reason} tone="bad">
              {reportReasonLabels[reason]}
              {count > 1 && ` × ${count.toLocaleString('en')}`}
            </Badge>
          ))}
        </p>
      </div>
    </div>
  )
}

function Reports({ item: { reports, reporters } }: { item: ReportedListing }) {
  const more = reporters - reports.length
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold text-accent-ink">
        What they say ({reporters.toLocaleString('en')})
      </summary>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {reports.map(({ id, reporter, reason, text, reportedAt }) => (
          <li key={id} className="px-3 py-2 text-sm">
            <p>
              <UserLink userId={reporter.id}>{shownName(reporter.name)}</UserLink>
              <span className="text-muted">
                {' '}
                · {reportReasonLabels[reason]} · <Moment at={reportedAt} />
              </span>
            </p>
            {text && <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-sm text-muted">And {more.toLocaleString('en')} before them.</p>}
    </details>
  )
}
