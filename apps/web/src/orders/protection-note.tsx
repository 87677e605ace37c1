import { Link } from '@tanstack/react-router'

/** What a buyer can count on before they pay. */
export function ProtectionNote() {
  return (
    <p className="text-sm text-muted">
      The market holds your money until 48 hours after you have the phone. Until then you can report a problem with it.{' '}
      <Link to="/terms" className="font-semibold text-accent-ink underline underline-offset-3">
        How that works
      </Link>
    </p>
  )
}
