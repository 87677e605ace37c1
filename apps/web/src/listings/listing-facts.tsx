import { attributesOf, formatAttribute } from '@second-ring/contracts/listings/attributes'
import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from '#ui/moment.tsx'
import { conditionLabel } from './condition-label.ts'
import { describeUse } from './listing-card.tsx'

/** What a phone's post says of it, line by line. */
export function ListingFacts({ listing }: { listing: ListingPage }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
      <Fact name="Category">
        <Link
          to="/phones/$categorySlug"
          params={{ categorySlug: listing.categorySlug }}
          className="font-semibold text-accent-ink underline underline-offset-3"
        >
          {listing.categoryName}
        </Link>
      </Fact>
      <Fact name="Condition">{conditionLabel(listing.condition).label}</Fact>
      <Fact name="Use">{describeUse(listing.yearsUsed)}</Fact>
      {attributesOf('page').map(attribute => {
        const value = listing[attribute.name]
        if (value === null) return null
        return (
          <Fact key={attribute.name} name={attribute.label}>
            {formatAttribute(attribute, value)}
          </Fact>
        )
      })}
      <Fact name="Location">{listing.location}</Fact>
      <Fact name="Posted">
        <Moment at={listing.postedAt} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 px-4 py-2.5">
      <dt className="w-32 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
