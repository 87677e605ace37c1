import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { MailedAction as Action } from '#session/identity/identity.ts'
import { useAccount } from '#session/session-context.ts'
import { buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { AccountPanel } from './account-panel.tsx'
import { ApplyCode } from './apply-code.tsx'
import { NewPassword } from './new-password.tsx'
import { mailProblem, providerCode } from './provider-error.ts'

type Step =
  | { at: 'checking' | 'wrong' | 'expired' | 'void' | 'signed-out' | 'done' }
  | { at: 'asking'; email: string }
  | { at: 'failed'; text: string }

interface Words {
  title: string
  /** What to do when the link holds no more. */
  again: string
  done: string
}

const words: Record<Action, Words> = {
  verifyEmail: {
    title: 'Your email',
    again: 'Have another one sent at the top of any page while you are logged in.',
    done: 'Your email is proven.',
  },
  resetPassword: {
    title: 'New password',
    again: 'Press ‘Forgot password?’ at the login for another one.',
    done: 'Your password is changed. You are logged out everywhere else.',
  },
  verifyAndChangeEmail: {
    title: 'New email',
    again: 'Ask for another one on your account’s page.',
    done: 'Your email is changed. Log in with it from now on.',
  },
  recoverEmail: {
    title: 'Your email',
    again: 'Log in with the email that you know; if that fails, press ‘Forgot password?’ there.',
    done: 'Your email is what it was before. If you did not change it, set a new password now: press ‘Forgot password?’ at the login.',
  },
}

/** When the product would not take the email that the provider would change to. */
const VOID =
  'This change of email does not count any more for the account that is logged in here: another one was asked for, the password was changed, or all logins were ended. Nothing was changed. Ask for it again on your account’s page.'
const SIGNED_OUT =
  'Log in with the email that your account has now, in this browser. Then open the link once more. Nothing was changed yet.'

/** When the link holds no more, and is not needed. */
const PROVEN = 'The email of your account is proven: there is nothing left to do.'

/** When the login with the new password did not work. */
const LOG_IN = 'Your password is changed. Log in with it: that logs you out everywhere else.'

const known: Record<string, Step['at'] & ('wrong' | 'expired')> = {
  'auth/invalid-action-code': 'wrong',
  'auth/user-not-found': 'wrong',
  'auth/expired-action-code': 'expired',
}

/** What a mailed link leads to: it is looked at, asked about, done. */
export function MailedAction({ action, code }: { action: Action | undefined; code: string }) {
  if (!action) return <Ended title="This link" text="This link is not whole. Open it again from the mail." />
  return <KnownAction key={code} action={action} code={code} />
}

function KnownAction({ action, code }: { action: Action; code: string }) {
  const { loadIdentity, pendingEmail } = useAccountDependencies()
  const [step, setStep] = useState<Step>({ at: 'checking' })
  const { title, again, done } = words[action]
  const account = useAccount()
  const isOut = account === null && action === 'resetPassword'
  const isProven = action === 'verifyEmail' && account?.emailVerified === true

  const fail = useCallback((error: unknown) => {
    const end = known[providerCode(error) ?? '']
    setStep(end ? { at: end } : { at: 'failed', text: mailProblem(error) })
  }, [])
  const check = useCallback(() => {
    setStep({ at: 'checking' })
    loadIdentity()
      .then(identity => identity.checkCode(code, action))
      .then(async email => {
        if (action !== 'verifyAndChangeEmail') return setStep({ at: 'asking', email })
        // The provider would change it all the same, and the login with either email would fail.
        const pending = await pendingEmail()
        if (pending === undefined) return setStep({ at: 'signed-out' })
        setStep(pending === email.toLowerCase() ? { at: 'asking', email } : { at: 'void' })
      })
      .catch(fail)
  }, [loadIdentity, pendingEmail, code, action, fail])
  useEffect(check, [check])

  const ends: Partial<Record<Step['at'], string>> = {
    wrong: `This link was used before, or is not whole. ${again}`,
    expired: `This link has expired. ${again}`,
    void: VOID,
    'signed-out': SIGNED_OUT,
    done: isOut ? LOG_IN : done,
  }
  const isVoid = step.at === 'wrong' || step.at === 'expired'
  const end = isProven && isVoid ? PROVEN : ends[step.at]
  if (end !== undefined) return <Ended title={title} text={end} />
  return (
    <AccountPanel title={title} lead="From the link that we mailed you.">
      {step.at === 'checking' && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner className="size-5" />
          Looking at the link
        </p>
      )}
      {step.at === 'failed' && <ErrorState title="This did not work" text={step.text} onRetry={check} />}
      {step.at === 'asking' &&
        (action === 'resetPassword' ? (
          <NewPassword code={code} email={step.email} onDone={() => setStep({ at: 'done' })} onFailure={fail} />
        ) : (
          <ApplyCode
            code={code}
            email={step.email}
            action={action}
            onDone={() => setStep({ at: 'done' })}
            onFailure={fail}
          />
        ))}
    </AccountPanel>
  )
}

/** The end of the way, good or not, and where to go on. */
function Ended({ title, text }: { title: string; text: ReactNode }) {
  const account = useAccount()
  return (
    <AccountPanel title={title} lead="From the link that we mailed you.">
      <p role="status" className="mb-6">
        {text}
      </p>
      <Link to={account ? '/' : '/login'} className={buttonClass()}>
        {account ? 'Go to the phones' : 'Go to the login'}
      </Link>
    </AccountPanel>
  )
}
