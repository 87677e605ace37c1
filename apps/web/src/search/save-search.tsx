import type { SearchFilters } from '@second-ring/contracts/search/filters'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { BellPlus, BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import { withWayToProve } from '#api-client/limit-error.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { useAccount } from '#session/session-context.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { activeFilters } from './active-filters.ts'

const secondary = buttonClass({ variant: 'secondary' })

/** Saves a search, for news of phones that match it; a visitor is sent to the login first, and back. */
export function SaveSearch({ filters }: { filters: SearchFilters }) {
  const account = useAccount()
  const here = useRouterState({ select: state => state.location.href })
  // A search for everything would tell of every phone.
  if (isEverything(filters)) return null
  if (account) return <SaveButton key={JSON.stringify(filters)} filters={filters} />
  return (
    <Link to="/login" search={{ from: here }} className={secondary}>
      <BellPlus aria-hidden="true" className="size-4.5" />
      Save this search
    </Link>
  )
}

// The same function each time: it is called once, as its element comes.
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

function SaveButton({ filters }: { filters: SearchFilters }) {
  const account = useAccount()
  const save = useMutation(useTRPC().search.save.mutationOptions({ meta: { inBackground: true } }))
  const [isSaved, setIsSaved] = useState(false)

  async function keep() {
    try {
      const { created } = await save.mutateAsync(filters)
      toast.success(created ? 'Search saved: we tell you of new phones' : 'You have saved this search already')
      setIsSaved(true)
    } catch (error) {
      toast.error(withWayToProve(error, account))
    }
  }
  if (isSaved) {
    return (
      // The button that was pressed goes; its place takes the focus.
      <Link ref={takeFocus} to="/dashboard/savedSearches" className={secondary}>
        <BookmarkCheck aria-hidden="true" className="size-4.5" />
        See saved searches
      </Link>
    )
  }
  return (
    <Button variant="secondary" busy={save.isPending} onClick={() => void keep()}>
      <BellPlus aria-hidden="true" className="size-4.5" />
      Save this search
    </Button>
  )
}

function isEverything(filters: SearchFilters): boolean {
  return filters.text === '' && activeFilters(filters, undefined).length === 0
}
