import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'
import { describeTotal } from './found-count.tsx'

/** The sheet with the filters of a search, which applies each at once. */
export default function FilterDialog({ onClose, ...filter }: FilterPanelProps & { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Filters">
      <FilterPanel {...filter} />
      <div className="sticky -bottom-5 -mx-5 mt-6 -mb-5 border-t border-line bg-surface px-5 py-3 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
        <Button className="w-full" onClick={onClose}>
          {filter.facets ? `Show ${describeTotal(filter.facets)}` : 'Show phones'}
        </Button>
      </div>
    </Dialog>
  )
}
