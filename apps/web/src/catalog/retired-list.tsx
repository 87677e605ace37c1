import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { heading, row } from './category-list.tsx'

interface RetiredListProps {
  categories: readonly ManagedCategory[]
  /** The one that is being brought back now. */
  restoringId: string | undefined
  onRestore: (category: ManagedCategory) => void
}

/** The categories that nobody sees, to be brought back. */
export function RetiredList({ categories, restoringId, onRestore }: RetiredListProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3">
      {categories.map(category => (
        <li key={category.id} className={row}>
          <Picture image={category.image} alt="" sizes="4rem" className="rounded-xl grayscale" />
          <div className="min-w-0">
            <h3 tabIndex={-1} className={heading}>
              {category.name}
            </h3>
            <p className="text-sm text-muted">
              Retired <Moment at={category.retiredAt ?? ''} />
            </p>
          </div>
          <Button
            variant="secondary"
            size="small"
            className="col-span-2 md:col-span-1"
            busy={restoringId === category.id}
            onClick={() => onRestore(category)}
          >
            Bring back<span className="sr-only"> {category.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
