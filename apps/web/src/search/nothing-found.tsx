import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { SellYours } from '#listings/sell-yours.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFocusOnLeaving } from '#ui/use-focus-on-leaving.ts'
import type { ActiveFilter } from './active-filters.ts'

interface NothingFoundProps {
  text: string
  active: readonly ActiveFilter[]
  onChange: (filters: SearchFilters) => void
  /** Keeps the words and nothing else. */
  onClear: () => void
  /** Looks without the words; the filters stay. */
  onWithoutWords: () => void
}

/** Says that nothing matches, and offers what may be too narrow to be taken away. */
export function NothingFound({ text, active, onChange, onClear, onWithoutWords }: NothingFoundProps) {
  const panel = useRef<HTMLDivElement>(null)
  useFocusOnLeaving(panel)
  const isFiltered = active.length > 0
  if (!(text || isFiltered)) return <NothingForSale />
  return (
    <div ref={panel}>
      <EmptyState
        icon={<SearchX />}
        title={text ? `Nothing found for “${text}”` : 'No phones match these filters'}
        text={
          isFiltered
            ? 'It may be too narrow. Take one of these away:'
            : 'Check the spelling, or try fewer words, such as the make alone.'
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {active.map(({ key, label, without }) => (
              <Button key={key} variant="secondary" size="small" onClick={() => onChange(without)}>
                Without “{label}”
              </Button>
            ))}
            {text && (
              <Button variant="secondary" size="small" onClick={onWithoutWords}>
                {isFiltered ? `Without “${text}”` : 'See all phones'}
              </Button>
            )}
            {active.length > 1 && (
              <Button size="small" onClick={onClear}>
                Clear all filters
              </Button>
            )}
          </div>
        }
      />
    </div>
  )
}

function NothingForSale() {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No phone is for sale now"
      text="Phones appear here as soon as sellers post them."
      action={<SellYours />}
    />
  )
}
