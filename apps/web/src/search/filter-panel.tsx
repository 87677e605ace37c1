import { attributesOf, formatAttribute, type NamedAttribute } from '@second-ring/contracts/listings/attributes'
import { conditions as allConditions } from '@second-ring/contracts/listings/listing'
import { withRange } from '@second-ring/contracts/search/attribute-ranges'
import { Button } from '#ui/button.tsx'
import { conditionNames, describeYearsAtMost } from './active-filters.ts'
import { countFrom, Facet, FacetChoice, FacetLines, type FilterProps } from './facet.tsx'
import { LocationFilter } from './location-filter.tsx'
import { PriceFilter } from './price-filter.tsx'

export interface FilterPanelProps extends FilterProps {
  /** Counts once more; there when they could not be counted. */
  onRecount?: (() => void) | undefined
  isRecounting?: boolean
}

/** What a search can be narrowed by, each value with how many phones it has. */
export function FilterPanel({ onRecount, isRecounting = false, ...props }: FilterPanelProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div role="status" className="empty:hidden">
        {onRecount && (
          <div className="grid justify-items-start gap-2 rounded-lg bg-sunken p-3 text-sm">
            How many phones there are of each could not be counted.
            <Button variant="secondary" size="small" busy={isRecounting} onClick={onRecount}>
              Try again
              <span className="sr-only">: count the phones</span>
            </Button>
          </div>
        )}
      </div>
      <CategoryFilter {...props} />
      <PriceFilter {...props} />
      <ConditionFilter {...props} />
      <YearsFilter {...props} />
      {attributesOf('filter').map(attribute => (
        <AttributeFilter key={attribute.name} attribute={attribute} {...props} />
      ))}
      <SellerFilter {...props} />
      <LocationFilter {...props} />
    </div>
  )
}

function CategoryFilter({ filters, facets, isCounting, onChange }: FilterProps) {
  const { categoryId, ...rest } = filters
  const { values, capped } = facets?.categories ?? { values: [], capped: false }
  const named = values.toSorted((one, other) => one.name.localeCompare(other.name))
  if (facets && named.length === 0 && categoryId === undefined) return null
  return (
    <Facet title="Category">
      <FacetChoice
        kind="radio"
        name="category"
        label="All categories"
        checked={categoryId === undefined}
        onChange={() => onChange(rest)}
      />
      {isCounting && <FacetLines lines={5} />}
      {named.map(value => (
        <FacetChoice
          key={value.categoryId}
          kind="radio"
          name="category"
          label={value.name}
          count={value.count}
          capped={capped}
          checked={categoryId === value.categoryId}
          onChange={() => onChange({ ...filters, categoryId: value.categoryId })}
        />
      ))}
    </Facet>
  )
}

function ConditionFilter(props: FilterProps) {
  const { filters, facets, onChange } = props
  const { conditions } = filters
  const countOf = (condition: (typeof allConditions)[number]) =>
    countFrom(props, counted => counted.conditions.values.find(value => value.condition === condition)?.count ?? 0)
  return (
    <Facet title="Condition">
      {allConditions.map(condition => (
        <FacetChoice
          key={condition}
          kind="checkbox"
          name="condition"
          label={conditionNames[condition]}
          count={countOf(condition)}
          capped={facets?.conditions.capped}
          checked={conditions.includes(condition)}
          onChange={checked =>
            onChange({
              ...filters,
              conditions: allConditions.filter(other => (other === condition ? checked : conditions.includes(other))),
            })
          }
        />
      ))}
    </Facet>
  )
}

/** The longest uses that are offered, in years. */
export const YEARS_OFFERED = [0, 1, 2, 3, 5]

function YearsFilter(props: FilterProps) {
  const { filters, facets, onChange } = props
  const { minYearsUsed, maxYearsUsed, ...rest } = filters
  const countUpTo = (years: number) =>
    countFrom(props, ({ yearsUsed }) =>
      yearsUsed.values.filter(value => value.yearsUsed <= years).reduce((sum, { count }) => sum + count, 0),
    )
  return (
    <Facet title="Years used">
      <FacetChoice
        kind="radio"
        name="years"
        label="Any"
        checked={minYearsUsed === undefined && maxYearsUsed === undefined}
        onChange={() => onChange(rest)}
      />
      {YEARS_OFFERED.map(years => (
        <FacetChoice
          key={years}
          kind="radio"
          name="years"
          label={describeYearsAtMost(years)}
          count={countUpTo(years)}
          capped={facets?.yearsUsed.capped}
          checked={minYearsUsed === undefined && maxYearsUsed === years}
          onChange={() => onChange({ ...rest, maxYearsUsed: years })}
        />
      ))}
    </Facet>
  )
}

/** How many values of an attribute are offered. */
const VALUES_OFFERED = 5

/** An attribute's values as what it is at the least: `85 % or more`. */
export function AttributeFilter({ attribute, ...props }: FilterProps & { attribute: NamedAttribute }) {
  const { filters, facets, onChange } = props
  const { name, label } = attribute
  const { values, capped } = facets?.attributes[name] ?? { values: [], capped: false }
  const { min, max } = filters.attributes?.[name] ?? {}
  const step = Math.ceil(values.length / VALUES_OFFERED)
  const offered = values.map(({ value }) => value).filter((value, index) => index % step === 0 || value === min)
  if (offered.length === 0 && min === undefined && max === undefined) return null
  return (
    <Facet title={label}>
      <FacetChoice
        kind="radio"
        name={name}
        label="Any"
        checked={min === undefined && max === undefined}
        onChange={() => onChange(withRange(filters, name))}
      />
      {offered.map(least => (
        <FacetChoice
          key={least}
          kind="radio"
          name={name}
          label={`${formatAttribute(attribute, least)} or more`}
          count={values.filter(({ value }) => value >= least).reduce((sum, { count }) => sum + count, 0)}
          capped={capped}
          checked={min === least && max === undefined}
          onChange={() => onChange(withRange(filters, name, { min: least }))}
        />
      ))}
    </Facet>
  )
}

function SellerFilter(props: FilterProps) {
  const { filters, facets, onChange } = props
  return (
    <Facet title="Seller">
      <FacetChoice
        kind="checkbox"
        name="verified"
        label="Verified sellers only"
        count={countFrom(props, ({ verified }) => verified.count)}
        capped={facets?.verified.capped}
        checked={filters.verifiedOnly}
        onChange={verifiedOnly => onChange({ ...filters, verifiedOnly })}
      />
    </Facet>
  )
}
