import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { liveText } from './live-text.ts'

interface CategoryListProps {
  /** Those that are open, in the grid's order. */
  categories: readonly ManagedCategory[]
  /** Moves one to a place, counted from 1. */
  onPlace: (category: ManagedCategory, place: number) => void
  onEdit: (category: ManagedCategory) => void
  onRetire: (category: ManagedCategory) => void
}

/** The categories as an admin sees them, each with the buttons that change it. */
export function CategoryList({ categories, onPlace, onEdit, onRetire }: CategoryListProps) {
  const pressed = useRef<string>(undefined)
  // What is moved within the page loses the focus, and gets it back.
  useEffect(() => {
    const { current } = pressed
    pressed.current = undefined
    if (current && document.activeElement === document.body) document.getElementById(current)?.focus()
  })
  const place = (category: ManagedCategory, to: number, button: string) => {
    pressed.current = button
    onPlace(category, to)
  }
  return (
    <ol className="grid grid-cols-1 gap-3">
      {categories.map((category, index) => {
        const hidden = <span className="sr-only"> {category.name}</span>
        return (
          <li key={category.id} className={row}>
            <Picture image={category.image} alt="" sizes="4rem" className="rounded-xl" />
            <div className="min-w-0">
              <h2 tabIndex={-1} className={heading}>
                {category.name}
              </h2>
              <p className="text-sm text-muted tabular-nums">{liveText(category.livePosts)}</p>
            </div>
            <div className="col-span-2 flex flex-wrap gap-2 md:col-span-1">
              {moves.map(({ way, by, icon: Icon }) => {
                const id = `${way}-${category.id}`
                const to = index + 1 + by
                const isPossible = to >= 1 && to <= categories.length
                return (
                  <Button
                    key={way}
                    id={id}
                    variant="secondary"
                    size="small"
                    className="w-11 px-0 md:w-9"
                    aria-label={`Move ${category.name} ${way}`}
                    aria-disabled={!isPossible}
                    onClick={() => isPossible && place(category, to, id)}
                  >
                    <Icon aria-hidden="true" className="size-4" />
                  </Button>
                )
              })}
              <Button variant="secondary" size="small" className="flex-1" onClick={() => onEdit(category)}>
                Edit{hidden}
              </Button>
              <Button variant="danger" size="small" className="flex-1" onClick={() => onRetire(category)}>
                Retire{hidden}
              </Button>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

export const row =
  'grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-3 shadow-card md:grid-cols-[4rem_minmax(0,1fr)_auto] md:pr-5'
export const heading =
  'line-clamp-2 rounded-sm font-semibold tracking-normal wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent'
const moves = [
  { way: 'up', by: -1, icon: ArrowUp },
  { way: 'down', by: 1, icon: ArrowDown },
]
