import { attributesOf, formatAttribute } from '@second-ring/contracts/listings/attributes'
import type { ListingCard as Listing } from '@second-ring/contracts/listings/listing'
import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { CalendarDays, Clock, Info, MapPin, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { conditionLabel } from './condition-label.ts'
import { PriceTag } from './price-tag.tsx'
import { SellerName } from './seller-name.tsx'
import { stateLabels } from './state-label.ts'

interface ListingCardProps {
  listing: Listing
  /** How wide its picture is shown, as in the `sizes` attribute. */
  sizes: string
  /** For the cards that are seen first. */
  eager?: boolean
  /** Shows the year of purchase, as the advertised items do. */
  showPurchase?: boolean
  /** The level of its heading on the page. */
  heading?: 'h2' | 'h3'
  /** What one can do with it. */
  actions: ReactNode
}

/** The places of a card's picture, its head and its facts: side by side and below on phones, in a column elsewhere. */
export const cardBody =
  'grid flex-1 grid-cols-[7rem_minmax(0,1fr)] content-start gap-x-3 p-3 pb-0 sm:grid-cols-[minmax(0,1fr)] sm:p-0'

/** A listing on a list. */
export function ListingCard({
  listing,
  sizes,
  eager = false,
  showPurchase = false,
  heading: Heading = 'h3',
  actions,
}: ListingCardProps) {
  const condition = conditionLabel(listing.condition)
  const state = stateLabels[listing.state]
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <div className={cx('relative', cardBody)}>
        <Picture
          image={listing.image}
          alt={listing.productName}
          sizes={sizes}
          eager={eager}
          className="max-sm:self-start max-sm:rounded-xl"
        />
        <div className="min-w-0 sm:px-4 sm:pt-4">
          <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-sm text-muted sm:flex-nowrap">
            <SellerName seller={listing} />
            <span className="flex shrink-0 gap-1.5">
              {listing.state !== 'AVAILABLE' && <Badge tone={state.tone}>{state.label}</Badge>}
              <Badge tone={condition.tone}>{condition.label}</Badge>
            </span>
          </div>
          <Heading
            tabIndex={-1}
            className="mt-2 line-clamp-2 rounded-sm font-semibold wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent sm:text-lg"
          >
            {/* One link for the whole card but its actions. */}
            <Link
              to="/listings/$listingId"
              params={{ listingId: listing.id }}
              className="rounded-sm after:absolute after:inset-0 hover:underline"
            >
              {listing.productName}
            </Link>
          </Heading>
          <PriceTag
            className="mt-1"
            resaleCents={listing.resalePriceCents}
            originalCents={listing.originalPriceCents}
          />
        </div>
        <ul className="col-span-full flex flex-wrap content-start gap-x-4 gap-y-1 pt-2.5 text-sm text-muted sm:flex-col sm:px-4 sm:pb-4">
          <Fact icon={<MapPin />}>{listing.location}</Fact>
          <Fact icon={<CalendarDays />}>{describeUse(listing.yearsUsed)}</Fact>
          {showPurchase && <Fact icon={<Receipt />}>Bought {listing.yearOfPurchase ?? '2022-02-3'}</Fact>}
          {attributesOf('card').map(attribute => {
            const value = listing[attribute.name]
            if (value === null) return null
            return (
              <Fact key={attribute.name} icon={<Info />}>
                {attribute.label} {formatAttribute(attribute, value)}
              </Fact>
            )
          })}
          <Fact icon={<Clock />}>
            Posted <Moment at={listing.postedAt} />
          </Fact>
        </ul>
      </div>
      <div className="p-3 sm:p-4 sm:pt-0">{actions}</div>
    </article>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start gap-1.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className="line-clamp-2 min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

/** `0` years read as under a year. */
export function describeUse(years: number): string {
  if (years === 0) return 'Used under a year'
  return years === 1 ? 'Used 1 year' : `Used ${years} years`
}
