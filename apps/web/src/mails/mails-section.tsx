import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Whether one gets mails about bookings; those about money and the account always come. */
export function MailsSection() {
  const choice = useQuery(useTRPC().mails.choice.queryOptions())
  return (
    <Panel title="Mails">
      <p className="mb-4 max-w-prose">
        We mail you when money moves and when something happens to your account. Mails about bookings, such as a new one
        or one that ends, are up to you. They come to a proven email only.
      </p>
      <QueryData query={choice} what="your choice of mails" skeleton={<Skeleton className="h-11 w-48" />}>
        {({ bookingMails }) => <BookingMails isOn={bookingMails} />}
      </QueryData>
    </Panel>
  )
}

function BookingMails({ isOn }: { isOn: boolean }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const choose = useKeyedMutation(trpc.mails.choose.mutationOptions())
  const { busy, run } = useAct()

  async function change() {
    queryClient.setQueryData(trpc.mails.choice.queryKey(), await choose({ bookingMails: !isOn }))
  }

  return (
    <>
      <p role="status" className="mb-4">
        {isOn ? 'Mails about bookings are on.' : 'Mails about bookings are off.'}
      </p>
      <Button variant="secondary" busy={busy} onClick={() => void run(change)}>
        {isOn ? 'Turn them off' : 'Turn them on'}
      </Button>
    </>
  )
}
