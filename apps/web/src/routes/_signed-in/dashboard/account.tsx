import { createFileRoute } from '@tanstack/react-router'
import { EmailSection } from '../../../accounts/email-section.tsx'
import { PasswordSection } from '../../../accounts/password-section.tsx'
import { pageName } from '../../../app/page-name.ts'
import { useAccount } from '../../../app/session-context.ts'
import { PageTitle } from '../../../ui/page-title.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/account')({
  head: () => pageName('My account'),
  component: AccountPage,
})

function AccountPage() {
  const account = useAccount()
  return (
    <>
      <PageTitle>My account</PageTitle>
      <p className="mt-2 mb-6 wrap-anywhere text-muted">{account && `You are signed in as ${account.email}.`}</p>
      <div className="grid gap-5">
        <EmailSection />
        <PasswordSection />
      </div>
    </>
  )
}
