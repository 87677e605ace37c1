import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useAct } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { heading, row } from './category-list.tsx'

/** The categories that nobody sees, to be brought back. */
export function RetiredList({ categories }: { categories: readonly ManagedCategory[] }) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3">
      {categories.map(category => (
        <Retired key={category.id} {...category} />
      ))}
    </ul>
  )
}

function Retired({ id: categoryId, name, image, retiredAt }: ManagedCategory) {
  const restore = useMutation(useTRPC().catalog.restore.mutationOptions())
  const { busy, run } = useAct()
  return (
    <li className={row}>
      <Picture image={image} alt="" sizes="4rem" className="rounded-xl grayscale" />
      <div className="min-w-0">
        <h3 tabIndex={-1} className={heading}>
          {name}
        </h3>
        <p className="text-sm text-muted">
          Retired <Moment at={retiredAt ?? ''} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        className="col-span-2 md:col-span-1"
        busy={busy}
        onClick={() => void run(() => restore.mutateAsync({ categoryId }), `${name} is open again`)}
      >
        Bring back<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
