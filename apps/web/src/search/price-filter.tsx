import { PRICE_MAX_CENTS } from '@second-ring/contracts/limits'
import { formatCents, parseDollars } from '@second-ring/contracts/money'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { controlClass } from '#ui/text-field.tsx'
import { Facet, FacetChoice, FacetLines, type FilterProps } from './facet.tsx'

/** Prices: the ranges that are offered, or a range of one's own. */
export function PriceFilter({ filters, facets, isCounting, onChange }: FilterProps) {
  const { minPriceCents, maxPriceCents, ...rest } = filters
  return (
    <Facet title="Price">
      <FacetChoice
        kind="radio"
        name="price"
        label="Any"
        checked={minPriceCents === undefined && maxPriceCents === undefined}
        onChange={() => onChange(rest)}
      />
      {isCounting && <FacetLines lines={6} />}
      {facets?.prices.values.map(({ fromCents, toCents, count }) => {
        const range = {
          ...(fromCents > 0 && { minPriceCents: fromCents }),
          ...(toCents !== null && { maxPriceCents: toCents - 1 }),
        }
        return (
          <FacetChoice
            key={fromCents}
            kind="radio"
            name="price"
            label={describePriceRange(fromCents, toCents)}
            count={count}
            capped={facets.prices.capped}
            checked={minPriceCents === range.minPriceCents && maxPriceCents === range.maxPriceCents}
            onChange={() => onChange({ ...rest, ...range })}
          />
        )
      })}
      <OwnRange
        minCents={minPriceCents}
        maxCents={maxPriceCents}
        onRange={(min, max) =>
          onChange({
            ...rest,
            ...(min !== undefined && { minPriceCents: min }),
            ...(max !== undefined && { maxPriceCents: max }),
          })
        }
      />
    </Facet>
  )
}

interface OwnRangeProps {
  minCents: number | undefined
  maxCents: number | undefined
  onRange: (minCents: number | undefined, maxCents: number | undefined) => void
}

function OwnRange({ minCents, maxCents, onRange }: OwnRangeProps) {
  const [from, setFrom] = useState(dollarsText(minCents))
  const [to, setTo] = useState(dollarsText(maxCents))
  const [error, setError] = useState<string>()
  const errorId = useId()
  useEffect(() => {
    setFrom(dollarsText(minCents))
    setTo(dollarsText(maxCents))
    setError(undefined)
  }, [minCents, maxCents])

  function apply() {
    const min = readPrice(from)
    const max = readPrice(to)
    if (min === null || max === null) return setError('Enter prices in dollars, such as 250')
    if (min !== undefined && max !== undefined && min > max) return setError('The lowest price is above the highest')
    setError(undefined)
    onRange(min, max)
  }
  const shared = { 'aria-invalid': Boolean(error), 'aria-describedby': error ? errorId : undefined }
  return (
    <form
      noValidate
      className="mt-1.5"
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
    >
      <div className="flex items-center gap-1.5">
        <PriceInput {...shared} label="Lowest price" placeholder="From" value={from} onValue={setFrom} />
        <span aria-hidden="true" className="text-muted">
          –
        </span>
        <PriceInput {...shared} label="Highest price" placeholder="To" value={to} onValue={setTo} />
        <Button type="submit" variant="secondary" size="small" className="!px-3">
          Go
          <span className="sr-only">: narrow to these prices</span>
        </Button>
      </div>
      <FieldError id={errorId} message={error} />
    </form>
  )
}

type PriceInputProps = Omit<ComponentProps<'input'>, 'onChange'> & { label: string; onValue: (text: string) => void }

function PriceInput({ label, onValue, ...input }: PriceInputProps) {
  return (
    <span className="relative min-w-0 flex-1">
      <span aria-hidden="true" className="absolute inset-y-0 left-2.5 grid place-items-center text-sm text-muted">
        $
      </span>
      <input
        {...input}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        onChange={event => onValue(event.target.value)}
        className={`${controlClass} !min-h-11 !pr-1.5 !pl-6 lg:!min-h-9 lg:!text-sm`}
      />
    </span>
  )
}

/** Cents of a text in dollars; undefined when it is empty, null when it is no price. */
function readPrice(text: string): number | undefined | null {
  if (text.trim() === '') return undefined
  const cents = parseDollars(text.replace(/^\s*\$/, '').replaceAll(',', ''))
  return cents === null || cents > PRICE_MAX_CENTS ? null : cents
}

function dollarsText(cents: number | undefined): string {
  if (cents === undefined) return ''
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
}

/** A range of prices as it is offered; without an end it is `$800 and more`. */
function describePriceRange(fromCents: number, toCents: number | null): string {
  if (toCents === null) return `${formatCents(fromCents)} and more`
  return fromCents === 0 ? `Under ${formatCents(toCents)}` : `${formatCents(fromCents)}–${formatCents(toCents)}`
}
