/** What a phone has that some models are sold without. */
export type Missing = 'charger' | 'earphones' | 'headphone jack' | 'memory card slot' | 'dual SIM' | 'Google services'

/** What is known of a model for certain. What is not known is left out. */
type Facts = {
  /** As the maker writes it: `Galaxy S21+`. It begins with the maker's name only where the maker's own names do. */
  name: string
  /** Other names that mean this model and no other. */
  alsoCalled?: readonly string[]
  /** The year and month in which it came on sale internationally, `2021-09`, or the year alone. */
  released?: string
  /** Each storage it was sold with, anywhere, in GB. */
  storagesGb?: readonly number[]
  /** As the maker names them. */
  colours?: readonly string[]
  /** The price of the smallest storage when it was new, in cents. No source gives one yet. */
  newPriceCents?: number
  notSoldWith?: readonly Missing[]
}

/** A model as it is written by hand in `curated/`. */
export type CuratedModel = Facts & {
  /** Names under which a source has this model, and that nobody else uses. */
  sourceNames?: readonly string[]
  /**
   * Why it has no identifier; without a reason it has at least one. `shared`: the sources give it to another model too.
   * `no Google services`: the sources list what Google Play knows.
   */
  noIdentifier?: 'shared' | 'no Google services' | 'not listed'
}

export type CuratedMaker = {
  slug: string
  name: string
  /** The brands under which the sources list its phones. */
  brands: readonly string[]
  /** What none of its models is sold with. */
  neverSoldWith?: readonly Missing[]
  /** By slug, which never changes: it stands in addresses and in the database. */
  models: Readonly<Record<string, CuratedModel>>
}

/** A model of the catalogue. */
export type Model = Facts & {
  /** The maker's and the model's: `apple/iphone-13`. It never changes. */
  slug: string
  maker: string
  /** What its software calls it, such as `SM-G991B` or `iPhone14,5`; one for each country or network it was made for. */
  identifiers: readonly string[]
}

/** Maker and name, with the maker written once: `Apple iPhone 13`, `Nokia X30 5G`. */
export function fullName({ maker, name }: Pick<Model, 'maker' | 'name'>): string {
  return name.toLowerCase().startsWith(`${maker.toLowerCase()} `) ? name : `${maker} ${name}`
}
