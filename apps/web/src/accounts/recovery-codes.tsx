import { AlertDialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { overlayClass, panelClass } from '#ui/dialog-classes.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose: () => void
}

/** Shows new recovery codes, once: to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<'done' | 'failed'>()
  const returnFocus = useReturnFocus()
  const list = useRef<HTMLOListElement>(null)
  const text = `Second Ring, recovery codes. Each works once.\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('done')
    } catch {
      setCopied('failed')
    }
  }

  return (
    // Neither Escape nor a press beside it loses them.
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          className={panelClass}
          {...returnFocus}
          onOpenAutoFocus={() => {
            returnFocus.onOpenAutoFocus()
            list.current?.focus()
          }}
        >
          <AlertDialog.Title className="text-xl font-bold">Your recovery codes</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 mb-4 text-muted">
            They prove that it is you when no passkey is at hand. Each works once.
          </AlertDialog.Description>
          <p className="mb-4 rounded-xl bg-warm-soft px-4 py-3 font-medium text-warm-ink">
            They are shown this once. Keep them where nobody else finds them, such as a password manager or a printed
            page in a drawer. Codes from before work no more.
          </p>
          <ol
            ref={list}
            tabIndex={-1}
            aria-label="Recovery codes"
            className="grid gap-x-4 gap-y-1.5 rounded-xl bg-sunken p-4 font-mono text-sm wrap-anywhere"
          >
            {codes.map(code => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <p role="status" className="mt-3 text-sm text-muted">
            {copied === 'done' && 'Copied'}
            {copied === 'failed' && 'Your browser did not copy them. Download them instead.'}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => void copy()}>
              Copy
            </Button>
            <a
              className={buttonClass({ variant: 'secondary' })}
              download="second-ring-recovery-codes.txt"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            >
              Download
            </a>
            <Button onClick={onClose}>I have kept them</Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
