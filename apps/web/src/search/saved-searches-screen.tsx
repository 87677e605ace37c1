import type { SavedSearch } from '@second-ring/contracts/search/saved-search'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { describeSearch, SavedSearches } from '#search/saved-searches.tsx'
import { buttonClass } from '#ui/button.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { toast } from '#ui/toast.ts'

export function SavedSearchesScreen() {
  return (
    <>
      <PageTitle>Saved searches</PageTitle>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        When phones are posted that match one of them, we tell you, at most once an hour for each. Mute one to hear
        nothing of it.
      </p>
      <Saved />
    </>
  )
}

function Saved() {
  const query = useQuery(useTRPC().search.saved.queryOptions())
  const { data: known = [] } = useQuery(useTRPC().catalog.categories.queryOptions())
  const categories = new Map(known.map(({ id, name }) => [id, name]))
  const [toForget, setToForget] = useState<SavedSearch>()
  const forget = useMutation(useTRPC().search.forget.mutationOptions())
  const muteCall = useMutation(useTRPC().search.mute.mutationOptions())

  async function mute({ id }: SavedSearch, muted: boolean) {
    try {
      await muteCall.mutateAsync({ savedSearchId: id, muted })
      toast.success(muted ? 'Search muted' : 'We tell you of new phones again')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  return (
    <>
      <QueryData query={query} what="your saved searches">
        {searches =>
          searches.length > 0 ? (
            <SavedSearches
              searches={searches}
              categories={categories}
              onForget={setToForget}
              onMute={(search, muted) => void mute(search, muted)}
              mutingId={muteCall.isPending ? muteCall.variables.savedSearchId : undefined}
            />
          ) : (
            <EmptyState
              icon={<BellPlus />}
              title="You have saved no search yet"
              text="Search for the phone you want, and press Save this search. We tell you when one is posted."
              action={
                <Link to="/search" className={buttonClass()}>
                  Search phones
                </Link>
              }
            />
          )
        }
      </QueryData>
      {toForget && (
        <ActDialog
          title="Forget this search?"
          text={`You are no longer told of new phones for ${describeSearch(toForget, categories).title}.`}
          confirmLabel="Forget it"
          cancelLabel="Keep it"
          done="Search forgotten"
          act={() => forget.mutateAsync({ savedSearchId: toForget.id })}
          onClose={() => setToForget(undefined)}
        />
      )}
    </>
  )
}
