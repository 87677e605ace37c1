import { createFileRoute } from '@tanstack/react-router'
import { type MailLink, readMailLink } from '#accounts/mail-link.ts'
import { MailedAction } from '#accounts/mailed-action.tsx'
import { pageName } from '#ui/page-name.ts'
import { uncheckedSearch } from '#ui/unchecked-search.ts'

/** Where the links of the identity provider's mails lead. */
export const Route = createFileRoute('/account/action')({
  head: () => pageName('Your account'),
  validateSearch: uncheckedSearch<MailLink>(),
  component: ActionPage,
})

function ActionPage() {
  const { mode, oobCode = '' } = readMailLink(Route.useSearch())
  return <MailedAction action={oobCode ? mode : undefined} code={oobCode} />
}
