import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { useAccountDependencies } from '#accounts/account-dependencies.ts'
import { AccountPanel } from '#accounts/account-panel.tsx'
import { SignUpForm } from '#accounts/sign-up-form.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/signup')({
  head: () => pageName('Signup'),
  beforeLoad: ({ context }) => {
    if (context.session.get().status === 'signed-in') throw redirect({ to: '/', replace: true })
  },
  component: SignUpPage,
})

function SignUpPage() {
  const router = useRouter()
  const dependencies = useAccountDependencies()
  return (
    <AccountPanel title="Signup" lead="Buyers buy. Sellers buy and sell.">
      <SignUpForm
        dependencies={dependencies}
        onEnd={end => void router.navigate({ to: end === 'signed-in' ? '/' : '/login', replace: true })}
      />
      <p className="mt-6 text-center text-sm text-muted">
        {/* The specification points this link at the sign-up itself. */}
        <Link
          to="/signup"
          className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3"
        >
          Already have an account?
        </Link>
      </p>
    </AccountPanel>
  )
}
