import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Whether one gets mails about bookings; those about money and the account always come. */
export function MailsSection() {
  const choice = useQuery(useTRPC().mails.choice.queryOptions())
  return (
    <Panel title="Mails">
      <p>
        We mail you when money moves and when something happens to your account. Mails about bookings, such as a new one
        or one that ends, are up to you. They come to a proven email only.
      </p>
      <div className="mt-4">
        {choice.isPending && (
          <>
            <span className="sr-only">Loading</span>
            <Skeleton className="h-11 w-48" />
          </>
        )}
        {choice.isError && !choice.data && (
          <div role="alert" className="flex flex-wrap items-center gap-4 text-danger">
            <p>We could not find out which mails you get. {messageOf(choice.error)}</p>
            <Button variant="secondary" size="small" busy={choice.isFetching} onClick={() => void choice.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {choice.data && <BookingMails isOn={choice.data.bookingMails} />}
      </div>
    </Panel>
  )
}

function BookingMails({ isOn }: { isOn: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const choose = useAttemptKey(useMutation(trpc.mails.choose.mutationOptions()).mutateAsync)
  const [busy, setBusy] = useState(false)

  async function change() {
    setBusy(true)
    try {
      queryClient.setQueryData(trpc.mails.choice.queryKey(), await choose({ bookingMails: !isOn }))
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      <p role="status" className="mb-4">
        {isOn ? 'Mails about bookings are on.' : 'Mails about bookings are off.'}
      </p>
      <Button variant="secondary" busy={busy} onClick={() => void change()}>
        {isOn ? 'Turn them off' : 'Turn them on'}
      </Button>
    </>
  )
}
