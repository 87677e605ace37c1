import type { SitePage } from './site-page.ts'

type Json = Record<string, unknown>
/** Says what is wrong with a value; nothing when it is right. */
type Check = (value: unknown) => string[]

const check = (isRight: (value: unknown) => boolean, expected: string): Check => {
  return value => (isRight(value) ? [] : [`${JSON.stringify(value)} is not ${expected}`])
}
const text = check(value => typeof value === 'string' && value.trim() !== '' && value === value.trim(), 'a text')
const matching = (pattern: RegExp) => check(value => typeof value === 'string' && pattern.test(value), `${pattern}`)
const url = check(value => typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value), 'a whole URL')
const date = matching(/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/)
const position = check(value => Number.isInteger(value) && Number(value) >= 1, 'a position from 1')
const schemaOrg = (...names: string[]) => matching(new RegExp(`^https://schema\\.org/(${names.join('|')})$`))
const condition = schemaOrg('NewCondition', 'RefurbishedCondition', 'UsedCondition', 'DamagedCondition')
const availability = schemaOrg('InStock', 'LimitedAvailability', 'SoldOut', 'Discontinued')

/** One value, or a list of at least one. */
const some = (of: Check): Check => {
  return value => (Array.isArray(value) ? (value.length > 0 ? value.flatMap(of) : ['an empty list']) : of(value))
}
const node = (...types: string[]): Check => {
  return value => {
    const type = (value as Json | null)?.['@type']
    return types.includes(`${type}`)
      ? checkNode(value as Json)
      : [`${JSON.stringify(value)} is no ${types.join(' or ')}`]
  }
}
const listOf = (type: string): Check => {
  return value => {
    if (!Array.isArray(value) || value.length === 0) return ['no list']
    const counted = value.every((item, index) => item.position === index + 1) ? [] : ['positions do not count from 1']
    return [...value.flatMap(node(type)), ...counted]
  }
}

/**
 * The types of schema.org that the site uses. `required` and `recommended` are what search engines ask of each
 * (https://developers.google.com/search/docs/appearance/structured-data); the site gives both. `other` may be there.
 */
const types: Record<
  string,
  { required: Record<string, Check>; recommended?: Record<string, Check>; other?: Record<string, Check> }
> = {
  Organization: { required: { name: text, url }, recommended: { logo: url, description: text } },
  Person: { required: { name: text }, other: { url } },
  WebSite: { required: { name: text, url }, recommended: { potentialAction: node('SearchAction') } },
  SearchAction: {
    required: { target: node('EntryPoint'), 'query-input': matching(/^required name=search_term_string$/) },
  },
  EntryPoint: { required: { urlTemplate: matching(/^https?:.*\{search_term_string\}/) } },
  Product: {
    required: { name: text, offers: node('Offer') },
    recommended: { image: some(url), description: text, url, sku: text, category: text, itemCondition: condition },
  },
  Offer: {
    required: { price: matching(/^\d+\.\d\d$/), priceCurrency: matching(/^[A-Z]{3}$/) },
    recommended: { availability, url, itemCondition: condition, seller: node('Person', 'Organization') },
  },
  BreadcrumbList: { required: { itemListElement: listOf('ListItem') } },
  ItemList: { required: { itemListElement: listOf('ListItem') } },
  // A step of a way names its page in `item`, a place in a list in `url`.
  ListItem: { required: { position, name: text }, other: { item: url, url } },
  Article: {
    required: { headline: text, author: some(node('Person', 'Organization')), datePublished: date, image: some(url) },
    recommended: { dateModified: date, description: text, publisher: node('Organization'), mainEntityOfPage: url },
  },
  FAQPage: { required: { mainEntity: some(node('Question')) } },
  Question: { required: { name: text, acceptedAnswer: node('Answer') } },
  Answer: { required: { text } },
}

/** What is wrong with one thing: fields that it lacks, that hold the wrong value, or that its type does not have. */
function checkNode({ '@type': type, '@context': _, ...fields }: Json): string[] {
  const shape = types[`${type}`]
  if (!shape) return [`${type} is none of the types that the site uses`]
  const needed = { ...shape.required, ...shape.recommended }
  const known: Record<string, Check> = { ...needed, ...shape.other }
  const missing = Object.keys(needed).filter(name => fields[name] === undefined)
  return [
    ...missing.map(name => `${type} lacks ${name}`),
    ...Object.entries(fields).flatMap(([name, value]) => {
      const found = known[name] ? known[name](value) : ['not a field that the table knows']
      return found.map(wrong => `${type}.${name}: ${wrong}`)
    }),
  ]
}

/** The things that a page says it is about, in JSON-LD. */
export function structuredDataOf({ document }: SitePage): Json[] {
  return document.querySelectorAll('script[type="application/ld+json"]').map(script => JSON.parse(script.rawText))
}

/** What is wrong with what a page says; nothing when all holds. */
export function checkStructuredData(page: SitePage): string[] {
  return structuredDataOf(page).flatMap(thing => {
    const context = thing['@context'] === 'https://schema.org' ? [] : ['@context is not https://schema.org']
    return [...context, ...checkNode(thing)].map(wrong => `${page.path}: ${wrong}`)
  })
}
