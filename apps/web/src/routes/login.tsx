import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccountDependencies } from '#accounts/account-dependencies.ts'
import { AccountPanel } from '#accounts/account-panel.tsx'
import { LoginForm } from '#accounts/login-form.tsx'
import { safePath } from '#session/safe-path.ts'
import { useAccount } from '#session/session-context.ts'
import { pageName } from '#ui/page-name.ts'
import { WaitingScreen } from '#ui/spinner.tsx'

interface LoginSearch {
  /** Where to go on after the login: a path of this site, or nothing. */
  from?: string | undefined
}

export const Route = createFileRoute('/login')({
  head: () => pageName('Login'),
  // A key that is left out here would come through unchecked from the URL; undefined takes it away.
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({ from: safePath(search.from) }),
  component: LoginPage,
})

function LoginPage() {
  const { from } = Route.useSearch()
  const router = useRouter()
  const dependencies = useAccountDependencies()
  const goOn = () => router.history.replace((from ?? '/') + location.hash)

  // Who is signed in already, perhaps by another tab, has nothing to do here. A redirect takes no path as text.
  const [arrivedSignedIn] = useState(useAccount() !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: this is about the arrival
  useEffect(() => {
    if (arrivedSignedIn) goOn()
  }, [])
  if (arrivedSignedIn) return <WaitingScreen />

  return (
    <AccountPanel title="Login" lead="Welcome back.">
      <LoginForm dependencies={dependencies} onSignedIn={goOn} />
      <p className="mt-6 text-center text-sm text-muted">
        New to Second Ring?{' '}
        <Link
          to="/signup"
          className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3"
        >
          Create an account
        </Link>
      </p>
    </AccountPanel>
  )
}
