import type { ListedUser } from '@second-ring/contracts/accounts/manage-users'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { shownName } from '#ui/shown-name.ts'

interface SellerStatusProps {
  seller: ListedUser
  onVerify: (seller: ListedUser) => Promise<void>
}

/** Whether a seller is verified; the button that verifies one who is not. */
export function SellerStatus({ seller, onVerify }: SellerStatusProps) {
  const [busy, setBusy] = useState(false)
  const pressed = useRef(false)
  const label = useRef<HTMLSpanElement>(null)

  // The button that had the focus is gone: the label in its place takes it, unless it has moved on.
  useEffect(() => {
    if (!seller.verified || !pressed.current) return
    if (document.activeElement === document.body) label.current?.focus()
  }, [seller.verified])

  if (seller.verified) {
    return (
      <span ref={label} tabIndex={-1}>
        <Badge tone="good">Verified</Badge>
      </span>
    )
  }
  return (
    <Button
      variant="secondary"
      size="small"
      busy={busy}
      onClick={async () => {
        pressed.current = true
        setBusy(true)
        await onVerify(seller)
        setBusy(false)
      }}
    >
      verify
      <span className="sr-only">: {shownName(seller.name)}</span>
    </Button>
  )
}
