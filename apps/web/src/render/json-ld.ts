import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ListingPage } from '@second-ring/contracts/listings/listing-page'

/** What a page is, as schema.org says it. */
export type JsonLd = { '@type': string } & Record<string, unknown>

/** The URL of a path of the site. */
export type UrlOf = (path: string) => string

export const SITE = 'Second Ring'
export const ABOUT_SITE = 'Second-hand phones: book one, pay by card, and meet its seller to collect it.'

export function organization(urlOf: UrlOf): JsonLd {
  return {
    '@type': 'Organization',
    name: SITE,
    url: urlOf('/'),
    logo: urlOf('/icon-512.png'),
    description: ABOUT_SITE,
  }
}

export function webSite(urlOf: UrlOf): JsonLd {
  return {
    '@type': 'WebSite',
    name: SITE,
    url: urlOf('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${urlOf('/search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

const availability = {
  AVAILABLE: 'https://schema.org/InStock',
  RESERVED: 'https://schema.org/LimitedAvailability',
  SOLD: 'https://schema.org/SoldOut',
  REMOVED: 'https://schema.org/Discontinued',
}

export function product(listing: ListingPage, urlOf: UrlOf): JsonLd {
  const { id, productName: name, description, images, resalePriceCents, state, sellerHasPage } = listing
  const url = urlOf(`/listings/${id}`)
  const itemCondition = 'https://schema.org/UsedCondition'
  return {
    '@type': 'Product',
    name,
    description,
    url,
    sku: id,
    category: listing.categoryName,
    image: images.flatMap(image => (image.url ? [urlOf(image.url)] : [])),
    itemCondition,
    offers: {
      '@type': 'Offer',
      url,
      price: (resalePriceCents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: availability[state],
      itemCondition,
      seller: {
        '@type': 'Person',
        name: listing.sellerName,
        ...(sellerHasPage && { url: urlOf(`/sellers/${listing.sellerId}`) }),
      },
    },
  }
}

/** The way from Home to a page: what each step is called, and its path. */
export function breadcrumbs(steps: readonly (readonly [name: string, path: string])[], urlOf: UrlOf): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', '/'] as const, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urlOf(path),
    })),
  }
}

/** The phones of a list; null when there are none. */
export function itemList(listings: readonly ListingCard[], urlOf: UrlOf): JsonLd | null {
  if (listings.length === 0) return null
  return {
    '@type': 'ItemList',
    itemListElement: listings.map(({ id, productName: name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: urlOf(`/listings/${id}`),
    })),
  }
}
