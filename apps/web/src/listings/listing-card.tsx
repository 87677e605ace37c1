import type { ListingCard as Listing } from '@second-ring/contracts/listings/listing'
import { CalendarDays, Clock, MapPin, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { Picture } from '../ui/picture.tsx'
import { conditionLabels, conditionTones } from './condition-label.ts'
import { PriceTag } from './price-tag.tsx'
import { SellerName } from './seller-name.tsx'
import { stateLabels } from './state-label.ts'

interface ListingCardProps {
  listing: Listing
  /** For the cards that are seen first. */
  eager?: boolean
  /** Shows the year of purchase, as the advertised items do. */
  showPurchase?: boolean
  /** The level of its heading on the page. */
  heading?: 'h2' | 'h3'
  /** What one can do with it. */
  actions: ReactNode
}

/** A listing on a shelf: beside its picture on phones, below it elsewhere. */
export function ListingCard({
  listing,
  eager = false,
  showPurchase = false,
  heading: Heading = 'h3',
  actions,
}: ListingCardProps) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <div className="grid flex-1 grid-cols-[minmax(7.5rem,36%)_1fr] sm:grid-cols-1 sm:grid-rows-[auto_1fr]">
        <Picture
          image={listing.image}
          alt={listing.productName}
          sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 36vw"
          eager={eager}
          className="max-sm:m-3 max-sm:mr-0 max-sm:aspect-auto max-sm:rounded-xl max-sm:[&>img]:absolute max-sm:[&>img]:inset-0"
        />
        <div className="flex min-w-0 flex-col p-4 max-sm:p-3">
          <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-sm text-muted">
            <SellerName name={listing.sellerName} verified={listing.sellerVerified} />
            <span className="flex flex-wrap gap-1.5">
              {listing.state !== 'AVAILABLE' && (
                <Badge tone={stateLabels[listing.state].tone}>{stateLabels[listing.state].label}</Badge>
              )}
              <Badge tone={conditionTones[listing.condition]}>{conditionLabels[listing.condition]}</Badge>
            </span>
          </div>
          <Heading className="mt-2 line-clamp-2 font-semibold sm:text-lg">{listing.productName}</Heading>
          <PriceTag
            className="mt-1"
            resaleCents={listing.resalePriceCents}
            originalCents={listing.originalPriceCents}
          />
          <ul className="mt-2.5 grid gap-1 text-sm text-muted">
            <Fact icon={<MapPin />}>{listing.location}</Fact>
            <Fact icon={<CalendarDays />}>{describeUse(listing.yearsUsed)}</Fact>
            {showPurchase && <Fact icon={<Receipt />}>Bought {listing.yearOfPurchase ?? '2022-02-3'}</Fact>}
            <Fact icon={<Clock />}>
              Posted <Moment at={listing.postedAt} />
            </Fact>
          </ul>
        </div>
      </div>
      <div className="p-4 pt-0 max-sm:p-3 max-sm:pt-0">{actions}</div>
    </article>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-1.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className="min-w-0 break-words">{children}</span>
    </li>
  )
}

/** `0` years read as under a year. */
function describeUse(years: number): string {
  if (years === 0) return 'Used under a year'
  return years === 1 ? 'Used 1 year' : `Used ${years} years`
}
