import { type ArticleSlug, articleList } from '@second-ring/contracts/articles'
import type { Category } from '@second-ring/contracts/catalog/category'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import type { SellerPage } from '@second-ring/contracts/listings/seller-page'
import { formatCents } from '@second-ring/contracts/money'
import { socialCardPath } from '@second-ring/contracts/rendered-page'
import { conditionLabel } from '#listings/condition-label.ts'
import { describeSold } from '#listings/seller-panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { describeArticle, questionsAndAnswers } from './describe-article.tsx'
import {
  ABOUT_SITE,
  breadcrumbs,
  itemList,
  type JsonLd,
  organization,
  product,
  type UrlOf,
  webSite,
} from './json-ld.ts'

/** What a page shows, of that which its head speaks of. */
export interface Shown {
  /** The route, such as `/listings/$listingId`. */
  routeId: string
  listing?: ListingPage | undefined
  seller?: SellerPage | undefined
  category?: Category | undefined
  article?: ArticleSlug | undefined
  /** The phones of its list. */
  phones: readonly ListingCard[]
}

export interface PageDescription {
  /** The page's own path, without what its address has beside it. */
  path: string
  description: string
  /** As Open Graph names it. */
  type?: string
  /** The picture for previews of links; the site's own is there for all others. */
  picture?: { path: string; alt: string }
  jsonLd?: (JsonLd | null)[]
}

const fixed: Record<string, string> = {
  '/': ABOUT_SITE,
  '/about': 'Who runs Second Ring, where people sell their phones to each other, and how to reach them.',
  '/blog/': 'Questions people ask before they buy a second-hand phone, and what we answer.',
  '/privacy': 'What Second Ring knows of you, why, for how long, and how to have it deleted.',
  '/search': 'Search second-hand phones by name, price, condition and place.',
  '/terms': 'What holds between you and Second Ring when you buy or sell a phone here.',
}

/** What the head of a page says of it. */
export function describePage(
  { routeId, listing, seller, category, article, phones }: Shown,
  urlOf: UrlOf,
): PageDescription {
  if (listing) return describeListing(listing, urlOf)
  if (seller) return describeSeller(seller, phones, urlOf)
  if (category) return describeCategory(category, phones, urlOf)
  if (article) return describeArticle(article, urlOf)
  const description = fixed[routeId] ?? ABOUT_SITE
  if (routeId === '/')
    return { path: '/', description, jsonLd: [organization(urlOf), webSite(urlOf), itemList(phones, urlOf)] }
  if (routeId === '/blog/') return { path: '/blog', description, jsonLd: [questionsAndAnswers()] }
  return { path: routeId, description, jsonLd: [itemList(phones, urlOf)] }
}

function describeListing(listing: ListingPage, urlOf: UrlOf): PageDescription {
  const { id, productName, resalePriceCents, condition, location, categoryName, categorySlug } = listing
  const path = `/listings/${id}`
  const price = formatCents(resalePriceCents)
  const facts = `${price}, ${conditionLabel(condition).label.toLowerCase()}, in ${location}.`
  const steps = [[categoryName, `/phones/${categorySlug}`] as const, [productName, path] as const]
  return {
    path,
    type: 'product',
    description: `${facts} ${listing.description}`.replace(/\s+/g, ' ').slice(0, 200),
    // A card that a preview has kept shows the old price: with a new one the address is new.
    picture: { path: `${socialCardPath(id)}?price=${resalePriceCents}`, alt: `${productName}, ${price}` },
    jsonLd: [product(listing, urlOf), breadcrumbs(steps, urlOf)],
  }
}

function describeSeller(seller: SellerPage, phones: readonly ListingCard[], urlOf: UrlOf): PageDescription {
  const path = `/sellers/${seller.id}`
  const name = shownName(seller.name)
  const verified = seller.verified ? ', a verified seller' : ''
  const sold = describeSold(seller.sold)
  return {
    path,
    type: 'profile',
    description: `Second-hand phones of ${name}${verified} on Second Ring.${sold === null ? '' : ` ${sold}.`}`,
    jsonLd: [breadcrumbs([[name, path]], urlOf), itemList(phones, urlOf)],
  }
}

function describeCategory({ name, slug }: Category, phones: readonly ListingCard[], urlOf: UrlOf): PageDescription {
  const path = `/phones/${slug}`
  return {
    path,
    description: `Second-hand ${name} phones for sale by the people who own them: book one, pay by card, and meet its seller.`,
    jsonLd: [breadcrumbs([[name, path]], urlOf), itemList(phones, urlOf)],
  }
}

/** The slug of an article, when it is one. */
export function articleOf(slug: string | undefined): ArticleSlug | undefined {
  return articleList.find(article => article.slug === slug)?.slug
}
