import { createFileRoute } from '@tanstack/react-router'
import { MailedAction } from '#accounts/mailed-action.tsx'
import type { MailedAction as Action } from '#session/identity/identity.ts'
import { pageName } from '#ui/page-name.ts'

const actions: Record<Action, true> = {
  verifyEmail: true,
  resetPassword: true,
  verifyAndChangeEmail: true,
  recoverEmail: true,
}

interface ActionSearch {
  mode?: string | undefined
  oobCode?: string | undefined
}

/** Where the links of the identity provider's mails lead. */
export const Route = createFileRoute('/account/action')({
  head: () => pageName('Your account'),
  validateSearch: ({ mode, oobCode }: Record<string, unknown>): ActionSearch => ({
    mode: typeof mode === 'string' ? mode : undefined,
    oobCode: typeof oobCode === 'string' ? oobCode : undefined,
  }),
  component: ActionPage,
})

function ActionPage() {
  const { mode = '', oobCode = '' } = Route.useSearch()
  return <MailedAction action={oobCode && isAction(mode) ? mode : undefined} code={oobCode} />
}

function isAction(mode: string): mode is Action {
  return Object.hasOwn(actions, mode)
}
