import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'

/** Where the link of a mail leads that can be turned off: nothing happens before the button is pressed. */
export function UnsubscribePage({ token }: { token: string }) {
  const unsubscribe = useMutation(useTRPC().mails.unsubscribe.mutationOptions())
  return (
    <div className="mx-auto max-w-xl px-4 py-12">
      <PageTitle>Mails about bookings</PageTitle>
      {unsubscribe.isSuccess ? (
        <p role="status" className="mt-4">
          Mails about bookings are off. Those about money and your account still come. You turn them on again under{' '}
          <Link to="/dashboard/account" className="font-semibold text-accent-ink underline underline-offset-4">
            My account
          </Link>
          .
        </p>
      ) : (
        <>
          <p className="mt-4 mb-6">
            You get no more mails about new and ended bookings. Those about money and your account still come.
          </p>
          <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ token })}>
            Turn mails about bookings off
          </Button>
          {unsubscribe.isError && (
            <p role="alert" className="mt-4 font-medium text-danger">
              {messageOf(unsubscribe.error)}
            </p>
          )}
        </>
      )}
    </div>
  )
}
