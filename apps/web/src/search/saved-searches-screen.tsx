import type { SavedSearch } from '@second-ring/contracts/search/saved-search'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { describeSearch, SavedSearches } from '#search/saved-searches.tsx'
import { buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { EmptyState } from '#ui/state-panel.tsx'

export function SavedSearchesScreen() {
  return (
    <>
      <PageTitle>Saved searches</PageTitle>
      <p className="mt-2 mb-6 text-muted">
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
  const forgetCall = useMutation(useTRPC().search.forget.mutationOptions())
  const muteCall = useMutation(useTRPC().search.mute.mutationOptions())

  async function mute({ id }: SavedSearch, muted: boolean) {
    try {
      await muteCall.mutateAsync({ savedSearchId: id, muted })
      toast.success(muted ? 'Search muted' : 'We tell you of new phones again')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  async function forget({ id }: SavedSearch) {
    try {
      await forgetCall.mutateAsync({ savedSearchId: id })
      toast.success('Search forgotten')
    } catch (error) {
      toast.error(messageOf(error))
    }
    setToForget(undefined)
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
      <ConfirmDialog
        open={Boolean(toForget)}
        title="Forget this search?"
        text={`You are no longer told of new phones for ${toForget ? describeSearch(toForget, categories).title : 'it'}.`}
        confirmLabel="Forget it"
        cancelLabel="Keep it"
        busy={forgetCall.isPending}
        onCancel={() => setToForget(undefined)}
        onConfirm={() => toForget && void forget(toForget)}
      />
    </>
  )
}
