import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { Link, useRouterState } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { FavoriteToggle, quietAction } from '#listings/favorite-toggle.tsx'
import { useFavorites } from '#listings/use-favorites.ts'
import { useAccount } from '#session/session-context.ts'

/** Keeps a listing among the favourites; a visitor is sent to the login first, and back. */
export function FavoriteAction({ listing }: { listing: ListingCard }) {
  const account = useAccount()
  const here = useRouterState({ select: state => state.location.href })
  if (account) return <MemberFavorite listing={listing} />
  return (
    <Link to="/login" search={{ from: here }} className={quietAction}>
      <Heart aria-hidden="true" className="size-3.5 shrink-0" />
      Add to favorites
      <span className="sr-only">: {listing.productName}</span>
    </Link>
  )
}

function MemberFavorite({ listing }: { listing: ListingCard }) {
  return <FavoriteToggle listing={listing} favorites={useFavorites()} />
}
