import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { formatCents } from '@second-ring/contracts/money'
import { conditionLabel } from '#listings/condition-label.ts'
import { inScript } from './in-script.ts'

const SITE = 'Second Ring'
const ABOUT_SITE = 'Second-hand phones: book one, pay by card, and meet its seller to collect it.'

interface PageHeadProps {
  title: string
  /** The route that is shown, such as `/listings/$listingId`. */
  routeId: string
  /** Path and search. */
  url: string
  /** Where the site is reached. */
  publicUrl: string
  isMissing: boolean
  /** The listing whose page it is. */
  listing?: ListingPage | undefined
}

const descriptions: Record<string, string> = {
  '/': ABOUT_SITE,
  '/about': 'Who runs Second Ring, where people sell their phones to each other, and how to reach them.',
  '/blog': 'Questions people ask before they buy a second-hand phone, and what we answer.',
  '/privacy': 'What Second Ring knows of you, why, for how long, and how to have it deleted.',
  '/search': 'Search second-hand phones by name, price, condition and place.',
  '/terms': 'What holds between you and Second Ring when you buy or sell a phone here.',
}

/** What the head of a page tells search engines and previews of links. */
export function PageHead(page: PageHeadProps) {
  const { title, routeId, url, publicUrl, isMissing, listing } = page
  const description = listing ? describeListing(listing) : (descriptions[routeId] ?? ABOUT_SITE)
  const canonical = new URL(url.split('?', 1)[0] ?? '/', publicUrl).href
  // The results of each search are no page of their own.
  const isIndexed = !isMissing && !(routeId === '/search' && url.includes('?'))
  const picture = listing?.image.url && new URL(listing.image.url, publicUrl).href
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {isIndexed ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      <meta property="og:site_name" content={SITE} />
      <meta property="og:type" content={listing ? 'product' : 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      {picture && <meta property="og:image" content={picture} />}
      {picture && <meta property="og:image:alt" content={listing.productName} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      {routeId === '/' && <JsonLd of={organization(publicUrl)} />}
      {listing && <JsonLd of={product(listing, canonical, publicUrl)} />}
      {listing && <JsonLd of={breadcrumbs(listing, canonical, publicUrl)} />}
    </>
  )
}

function JsonLd({ of }: { of: object }) {
  const __html = inScript({ '@context': 'https://schema.org', ...of })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that ends no element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}

function describeListing({ resalePriceCents, condition, location, description }: ListingPage): string {
  const facts = `${formatCents(resalePriceCents)}, ${conditionLabel(condition).label.toLowerCase()}, in ${location}.`
  return `${facts} ${description}`.replace(/\s+/g, ' ').slice(0, 200)
}

function organization(publicUrl: string): object {
  return { '@type': 'Organization', name: SITE, url: new URL('/', publicUrl).href, description: ABOUT_SITE }
}

const availability = {
  AVAILABLE: 'https://schema.org/InStock',
  RESERVED: 'https://schema.org/LimitedAvailability',
  SOLD: 'https://schema.org/SoldOut',
  REMOVED: 'https://schema.org/Discontinued',
}

function product(listing: ListingPage, url: string, publicUrl: string): object {
  const { productName: name, description, images, resalePriceCents, state, sellerName } = listing
  return {
    '@type': 'Product',
    name,
    description,
    url,
    image: images.flatMap(image => (image.url ? [new URL(image.url, publicUrl).href] : [])),
    itemCondition: 'https://schema.org/UsedCondition',
    offers: {
      '@type': 'Offer',
      url,
      price: (resalePriceCents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: availability[state],
      itemCondition: 'https://schema.org/UsedCondition',
      seller: { '@type': 'Person', name: sellerName },
    },
  }
}

function breadcrumbs(listing: ListingPage, url: string, publicUrl: string): object {
  const category = new URL('/search', publicUrl)
  category.searchParams.set('category', listing.categoryId)
  const steps = [
    { name: 'Home', item: new URL('/', publicUrl).href },
    { name: listing.categoryName, item: category.href },
    { name: listing.productName, item: url },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
