import { conditions as allConditions } from '@second-ring/contracts/listings/listing'
import { conditionNames, describeYearsAtMost } from './active-filters.ts'
import { Facet, FacetChoice, type FilterProps } from './facet.tsx'
import { LocationFilter } from './location-filter.tsx'
import { PriceFilter } from './price-filter.tsx'

/** What a search can be narrowed by, each value with how many phones it has. */
export function FilterPanel(props: FilterProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <CategoryFilter {...props} />
      <PriceFilter {...props} />
      <ConditionFilter {...props} />
      <YearsFilter {...props} />
      <SellerFilter {...props} />
      <LocationFilter {...props} />
    </div>
  )
}

function CategoryFilter({ filters, facets, onChange }: FilterProps) {
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

function ConditionFilter({ filters, facets, onChange }: FilterProps) {
  const { conditions } = filters
  return (
    <Facet title="Condition">
      {allConditions.map(condition => (
        <FacetChoice
          key={condition}
          kind="checkbox"
          name="condition"
          label={conditionNames[condition]}
          count={facets && (facets.conditions.values.find(value => value.condition === condition)?.count ?? 0)}
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
const YEARS_OFFERED = [0, 1, 2, 3, 5]

function YearsFilter({ filters, facets, onChange }: FilterProps) {
  const { minYearsUsed, maxYearsUsed, ...rest } = filters
  const countUpTo = (years: number) =>
    facets?.yearsUsed.values.filter(value => value.yearsUsed <= years).reduce((sum, { count }) => sum + count, 0)
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

function SellerFilter({ filters, facets, onChange }: FilterProps) {
  return (
    <Facet title="Seller">
      <FacetChoice
        kind="checkbox"
        name="verified"
        label="Verified sellers only"
        count={facets?.verified.count}
        capped={facets?.verified.capped}
        checked={filters.verifiedOnly}
        onChange={verifiedOnly => onChange({ ...filters, verifiedOnly })}
      />
    </Facet>
  )
}
