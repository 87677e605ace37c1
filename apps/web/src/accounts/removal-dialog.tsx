import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAct, useKeyedMutation } from '#ui/acts.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { shownName } from '#ui/shown-name.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { type Ban, BanChoice, noBan, problemOf, REASON_MAX_LENGTH } from './ban-choice.tsx'
import { removalConsequences } from './removal-consequences.ts'

interface RemovalDialogProps {
  who: Role
  person: { id: string; name: string; email: string }
  /** Said when they are removed. */
  done: string
  onClose: () => void
}

/** Says what removing a person would do, with the numbers as they stand, asks, and removes them. */
export default function RemovalDialog({ who, person, done, onClose }: RemovalDialogProps) {
  const { id: userId } = person
  const trpc = useTRPC()
  const remove = useKeyedMutation(trpc.accounts.removeUser.mutationOptions({ meta: { inBackground: true } }))
  const { busy, run } = useAct()
  // While they are being removed it is the removal that says how it went.
  const preview = useQuery(
    trpc.accounts.previewRemoval.queryOptions({ userId }, { staleTime: 0, gcTime: 0, enabled: !busy }),
  )
  const [ban, setBan] = useState<Ban>(noBan)
  const [reason, setReason] = useState('')
  const takeOffLists = useTakeOffLists()

  const isGone = !busy && domainCode(preview.error) === 'NOT_FOUND'
  const giveUp = useEffectEvent(() => {
    toast.error(messageOf(preview.error))
    takeOffLists(userId, true)
    onClose()
  })
  useEffect(() => {
    if (isGone) giveUp()
  }, [isGone])

  async function confirm() {
    const error = ban.isWanted ? problemOf(ban.reason) : undefined
    setBan({ ...ban, error })
    if (error) return
    const why = {
      ...(reason.trim() && { reason: reason.trim() }),
      ...(ban.isWanted && { banReason: ban.reason.trim() }),
    }
    const failure = await run(() => remove({ userId, ...why }), done)
    if (failure === undefined || domainCode(failure) === 'NOT_FOUND') takeOffLists(userId)
    onClose()
  }

  return (
    <ConfirmDialog
      open
      title={`Delete ${shownName(person.name)}?`}
      text={
        <>
          <span className="block wrap-anywhere">{person.email}</span>
          <span className="mt-4 block text-balance">Their account is removed, and they are signed out at once.</span>
        </>
      }
      confirmLabel={`Delete ${whom[who]}`}
      busy={busy}
      disabled={!preview.isSuccess}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <div role="status" className="mt-3 min-h-14">
        {preview.isPending && <Counting />}
        {preview.isSuccess && (
          <ul className="grid list-disc gap-1.5 pl-5 marker:text-danger">
            {removalConsequences(who, preview.data).map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      {preview.isError && !isGone && (
        <RetryNotice
          title="We could not find out what else would happen."
          text={messageOf(preview.error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isSuccess && (
        <div className="mt-3">
          <TextField
            label="Reason"
            hint="If you give one, they read it in a last mail. It stands in the audit."
            maxLength={REASON_MAX_LENGTH}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
          <BanChoice ban={ban} isProven={preview.data.emailProven} onChange={setBan} />
        </div>
      )}
      <p className="mt-3 font-semibold">This cannot be undone.</p>
    </ConfirmDialog>
  )
}

const whom: Record<Role, string> = { SELLER: 'seller', BUYER: 'buyer', ADMIN: 'admin' }

function Counting() {
  return (
    <div className="grid gap-3 pt-1">
      <span className="sr-only">Counting what else would happen</span>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

/** Takes somebody who is gone off the lists at once, and has the lists read again where no removal does. */
function useTakeOffLists() {
  const { list } = useTRPC().accounts
  const queryClient = useQueryClient()
  return (userId: string, readsAgain = false) => {
    queryClient.setQueriesData<InfiniteData<{ items: ListedUser[] }>>(
      list.pathFilter(),
      data =>
        data && {
          ...data,
          pages: data.pages.map(page => ({ ...page, items: page.items.filter(({ id }) => id !== userId) })),
        },
    )
    if (readsAgain) void queryClient.invalidateQueries(list.pathFilter())
  }
}
