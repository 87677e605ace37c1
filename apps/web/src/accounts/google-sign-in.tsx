import { useRef, useState } from 'react'
import type { ChooseGoogleAccount } from '#session/identity/identity.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const GoogleAccountDialog = lazyPart(() => import('./google-account-dialog.tsx'))

type Chosen = Awaited<ReturnType<ChooseGoogleAccount>>

interface GoogleSignInProps {
  /** Signs in with the account that `choose` gives, and deals with its failure. */
  onSignIn: (choose: ChooseGoogleAccount) => Promise<void>
  disabled?: boolean
  label?: string
}

/** The button, and in the sandbox the account chooser. */
export function GoogleSignIn({ onSignIn, disabled = false, label = 'Google Sign In' }: GoogleSignInProps) {
  const [busy, setBusy] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const answer = useRef<(chosen: Chosen) => void>(undefined)

  function settle(chosen: Chosen) {
    setChoosing(false)
    answer.current?.(chosen)
    answer.current = undefined
  }

  async function signIn() {
    setBusy(true)
    try {
      await onSignIn(() => {
        setChoosing(true)
        return new Promise(resolve => {
          answer.current = resolve
        })
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="secondary" className="w-full" busy={busy} disabled={disabled} onClick={() => void signIn()}>
        <GoogleMark />
        {label}
      </Button>
      {choosing && <GoogleAccountDialog onChoose={settle} onClose={() => settle(null)} />}
    </>
  )
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path
        fill="#4285f4"
        d="M22 12.2c0-.7-.1-1.4-.2-2H12v3.9h5.6a4.8 4.8 0 0 1-2.1 3.2v2.6h3.4c2-1.8 3.1-4.5 3.1-7.7z"
      />
      <path
        fill="#34a853"
        d="M12 22.3c2.8 0 5.2-.9 6.9-2.5l-3.4-2.6a6.3 6.3 0 0 1-9.4-3.3H2.6v2.7A10.3 10.3 0 0 0 12 22.3z"
      />
      <path fill="#fbbc05" d="M6.1 13.9a6.2 6.2 0 0 1 0-3.9V7.3H2.6a10.3 10.3 0 0 0 0 9.3z" />
      <path fill="#ea4335" d="M12 5.7c1.5 0 2.9.5 4 1.6l3-3A10.3 10.3 0 0 0 2.6 7.3L6.1 10A6.2 6.2 0 0 1 12 5.7z" />
    </svg>
  )
}
