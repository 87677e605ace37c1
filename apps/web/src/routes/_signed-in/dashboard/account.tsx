import { createFileRoute } from '@tanstack/react-router'
import { DeletionSection } from '#accounts/deletion-section.tsx'
import { EmailSection } from '#accounts/email-section.tsx'
import { ExportSection } from '#accounts/export-section.tsx'
import { FactorSection } from '#accounts/factor-section.tsx'
import { LimitsSection } from '#accounts/limits-section.tsx'
import { NameSection } from '#accounts/name-section.tsx'
import { PasswordSection } from '#accounts/password-section.tsx'
import { RoleSection } from '#accounts/role-section.tsx'
import { SignInsSection } from '#accounts/sign-ins-section.tsx'
import { MailsSection } from '#mails/mails-section.tsx'
import { useAccount } from '#session/session-context.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// With it comes what tells browsers apart.
const SessionsSection = lazyPart(() => import('#accounts/sessions-section.tsx'), <Skeleton className="h-48 w-full" />)

export const Route = createFileRoute('/_signed-in/dashboard/account')({
  head: () => pageName('My account'),
  loader: ({ context: { queryClient, trpc } }) => {
    void queryClient.prefetchQuery(trpc.accounts.exportStatus.queryOptions())
    void queryClient.prefetchQuery(trpc.accounts.sessions.queryOptions())
    void queryClient.prefetchQuery(trpc.accounts.limits.queryOptions())
    void queryClient.prefetchQuery(trpc.mails.choice.queryOptions())
  },
  component: AccountPage,
})

function AccountPage() {
  const account = useAccount()
  return (
    <>
      <PageTitle>My account</PageTitle>
      <p className="mt-2 mb-6 wrap-anywhere text-muted">{account && `You are signed in as ${account.email}.`}</p>
      <div className="grid gap-5">
        <NameSection />
        <EmailSection />
        <PasswordSection />
        <SignInsSection />
        <RoleSection />
        <LimitsSection />
        <SessionsSection />
        <MailsSection />
        <FactorSection />
        <ExportSection />
        <DeletionSection />
      </div>
    </>
  )
}
