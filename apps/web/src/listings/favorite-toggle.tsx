import { cx } from 'class-variance-authority'
import { Heart } from 'lucide-react'
import type { Favorites } from './use-favorites.ts'

/** The look of what stands quietly under a card's main button. Small, so that two fit side by side whatever they say. */
export const quietAction =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-1.5 text-xs font-medium text-muted transition-colors hover:text-accent-ink'

interface FavoriteToggleProps {
  listing: { id: string; productName: string }
  favorites: Favorites
  /** What it counts as while the favourites are not known. */
  assumed?: boolean
}

/** Keeps a listing among one's favourites, or takes it out. */
export function FavoriteToggle({ listing, favorites, assumed = false }: FavoriteToggleProps) {
  const kept = favorites.ids?.has(listing.id) ?? assumed
  return (
    <button type="button" aria-pressed={kept} className={quietAction} onClick={() => favorites.set(listing.id, !kept)}>
      <Heart aria-hidden="true" className={cx('size-3.5 shrink-0', kept && 'fill-current text-danger')} />
      {kept ? 'Remove from favorites' : 'Add to favorites'}
      <span className="sr-only">: {listing.productName}</span>
    </button>
  )
}
