import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { FilterPanelProps } from './filter-panel.tsx'

const FilterDialog = lazyPart(() => import('./filter-dialog.tsx'))

interface FilterSheetProps extends FilterPanelProps {
  /** How many filters there are now. */
  activeCount: number
}

/** The filters on small screens: behind a button, in a sheet. */
export function FilterSheet({ activeCount, ...filter }: FilterSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" className="max-xs:px-3.5" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" className="size-4.5" />
        Filters
        {activeCount > 0 && (
          <span className="grid min-w-6 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent">
            {activeCount}
            <span className="sr-only"> in use</span>
          </span>
        )}
      </Button>
      {open && <FilterDialog {...filter} onClose={() => setOpen(false)} />}
    </>
  )
}
