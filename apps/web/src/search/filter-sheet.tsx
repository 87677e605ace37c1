import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'

interface FilterSheetProps extends FilterPanelProps {
  /** How many filters there are now. */
  activeCount: number
}

/** The filters on small screens: behind a button, in a sheet. */
export function FilterSheet({ activeCount, ...filter }: FilterSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        Filters
        {activeCount > 0 && (
          <span className="grid min-w-6 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent">
            {activeCount}
            <span className="sr-only"> in use</span>
          </span>
        )}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Filters">
        <FilterPanel {...filter} />
        <div className="sticky -bottom-5 -mx-5 mt-6 -mb-5 border-t border-line bg-surface px-5 py-3 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
          <Button className="w-full" onClick={() => setOpen(false)}>
            {showLabel(filter.facets)}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function showLabel(facets: FilterPanelProps['facets']): string {
  return facets ? `Show ${describeTotal(facets)}` : 'Show phones'
}

/** `1 phone`, `12 phones`, `200+ phones`. */
export function describeTotal({ total, capped }: { total: number; capped: boolean }): string {
  return `${total.toLocaleString('en')}${capped ? '+' : ''} ${total === 1 && !capped ? 'phone' : 'phones'}`
}
