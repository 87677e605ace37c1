import type { Role } from '@second-ring/contracts/accounts/account'
import { useQuery } from '@tanstack/react-query'
import { AlertDialog } from 'radix-ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { overlayClass, panelClass } from '#ui/dialog.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { shownName } from '#ui/shown-name.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type Ban, BanChoice, noBan, problemOf, REASON_MAX_LENGTH } from './ban-choice.tsx'
import { removalConsequences } from './removal-consequences.ts'

/** What an admin says of a removal: why, which the user reads, and why no account may have the email again, if none may. */
export interface RemovalReasons {
  reason?: string
  banReason?: string
}

interface RemovalDialogProps {
  who: Role
  person: { id: string; name: string; email: string }
  /** Set while the removal is on its way; the dialog stays until it is decided. */
  busy: boolean
  onConfirm: (reasons: RemovalReasons) => void
  onCancel: () => void
  /** The person turned out to be gone already. */
  onGone: (error: unknown) => void
  /** Puts the focus where the work goes on. */
  onClosed: () => void
}

/** Says what removing a person would do, with the numbers as they stand, and asks. */
export function RemovalDialog({ who, person, busy, onConfirm, onCancel, onGone, onClosed }: RemovalDialogProps) {
  const preview = useQuery(
    useTRPC().accounts.previewRemoval.queryOptions({ userId: person.id }, { staleTime: 0, gcTime: 0, enabled: !busy }),
  )
  const [ban, setBan] = useState<Ban>(noBan)
  const [reason, setReason] = useState('')
  // While they are being removed it is the removal that says how it went.
  const isGone = !busy && domainCode(preview.error) === 'NOT_FOUND'
  const reportGone = useEffectEvent(() => onGone(preview.error))
  useEffect(() => {
    if (isGone) reportGone()
  }, [isGone])

  function confirm() {
    const why = reason.trim() ? { reason: reason.trim() } : {}
    if (!ban.isWanted) return onConfirm(why)
    const error = problemOf(ban.reason)
    setBan({ ...ban, error })
    if (!error) onConfirm({ ...why, banReason: ban.reason.trim() })
  }

  return (
    <AlertDialog.Root open onOpenChange={open => !open && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          className={panelClass}
          onCloseAutoFocus={event => {
            event.preventDefault()
            onClosed()
          }}
        >
          <AlertDialog.Title className="text-xl font-bold wrap-anywhere">
            Delete {shownName(person.name)}?
          </AlertDialog.Title>
          <p className="mt-1 wrap-anywhere text-muted">{person.email}</p>
          <AlertDialog.Description className="mt-4 text-balance">
            Their account is removed, and they are signed out at once.
          </AlertDialog.Description>
          <div role="status" className="mt-3 min-h-14">
            {preview.isPending && <Counting />}
            {preview.isSuccess && <Consequences sentences={removalConsequences(who, preview.data)} />}
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
            </div>
          )}
          {preview.isSuccess && <BanChoice ban={ban} isProven={preview.data.emailProven} onChange={setBan} />}
          <p className="mt-3 font-semibold">This cannot be undone.</p>
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={busy}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            <Button variant="final" busy={busy} disabled={!preview.isSuccess} onClick={confirm}>
              Delete {whom[who]}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
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

function Consequences({ sentences }: { sentences: string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-danger">
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
