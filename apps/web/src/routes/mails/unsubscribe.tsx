import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '#mails/unsubscribe-page.tsx'
import { pageName } from '#ui/page-name.ts'

/** Where a mail's link to turn such mails off leads. */
export const Route = createFileRoute('/mails/unsubscribe')({
  head: () => pageName('Mails'),
  validateSearch: ({ token }: Record<string, unknown>): { token?: string | undefined } => ({
    token: typeof token === 'string' ? token : undefined,
  }),
  component: Unsubscribe,
})

function Unsubscribe() {
  const { token = '' } = Route.useSearch()
  return <UnsubscribePage token={token} />
}
