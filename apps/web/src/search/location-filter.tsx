import { PLACE_MAX_LENGTH } from '@second-ring/contracts/limits'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { controlClass } from '#ui/text-field.tsx'
import { Facet, FacetChoice, FacetLines, type FilterProps } from './facet.tsx'

/** Where phones are: the places that have most of them, or words of one's own. */
export function LocationFilter({ filters, facets, isCounting, onChange }: FilterProps) {
  const { location } = filters
  const [text, setText] = useState(location)
  useEffect(() => setText(location), [location])
  return (
    <Facet title="Location">
      <form
        className="mb-1.5 flex items-center gap-1.5"
        onSubmit={event => {
          event.preventDefault()
          onChange({ ...filters, location: text.trim() })
        }}
      >
        <input
          aria-label="City or state"
          placeholder="City or state"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={PLACE_MAX_LENGTH}
          value={text}
          onChange={event => setText(event.target.value)}
          className={`${controlClass} !min-h-11 !px-3 lg:!min-h-9 lg:!text-sm`}
        />
        <Button type="submit" variant="secondary" size="small" className="!px-3">
          Go
          <span className="sr-only">: narrow to this place</span>
        </Button>
      </form>
      <FacetChoice
        kind="radio"
        name="location"
        label="Anywhere"
        checked={location === ''}
        onChange={() => onChange({ ...filters, location: '' })}
      />
      {isCounting && <FacetLines lines={4} />}
      {facets?.locations.values.map(value => (
        <FacetChoice
          key={value.location}
          kind="radio"
          name="location"
          label={value.location}
          count={value.count}
          capped={facets.locations.capped}
          checked={location === value.location}
          onChange={() => onChange({ ...filters, location: value.location })}
        />
      ))}
    </Facet>
  )
}
