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
        const [up, down] = [`up-${category.id}`, `down-${category.id}`]
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
              <Button
                id={up}
                variant="secondary"
                size="small"
                className={arrow}
                aria-label={`Move ${category.name} up`}
                aria-disabled={index === 0}
                onClick={() => index > 0 && place(category, index, up)}
              >
                <ArrowUp aria-hidden="true" className="size-4" />
              </Button>
              <Button
                id={down}
                variant="secondary"
                size="small"
                className={arrow}
                aria-label={`Move ${category.name} down`}
                aria-disabled={index === categories.length - 1}
                onClick={() => index < categories.length - 1 && place(category, index + 2, down)}
              >
                <ArrowDown aria-hidden="true" className="size-4" />
              </Button>
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
const arrow = 'w-11 px-0 md:w-9'
