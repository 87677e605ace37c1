import { TextField } from '#ui/text-field.tsx'

export const REASON_MAX_LENGTH = 500

export interface Ban {
  isWanted: boolean
  reason: string
  error: string | undefined
}

export const noBan: Ban = { isWanted: false, reason: '', error: undefined }

/** What is wrong with the reason of a ban. */
export function problemOf(reason: string): string | undefined {
  return reason.trim() ? undefined : 'Reason is required'
}

interface BanChoiceProps {
  ban: Ban
  /** Whether the email was ever proven to be theirs: only then it can be banned. */
  isProven: boolean
  onChange: (ban: Ban) => void
}

/** Whether a new account with the email is refused after a removal, and why. */
export function BanChoice({ ban, isProven, onChange }: BanChoiceProps) {
  if (!isProven) {
    return (
      <p className="mt-3 text-sm text-muted">
        The email was never proven, so it may be somebody else’s: a new account with it cannot be refused.
      </p>
    )
  }
  return (
    <div className="mt-3 grid grid-cols-1 gap-3">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={ban.isWanted}
          onChange={event => onChange({ ...ban, isWanted: event.target.checked, error: undefined })}
          className="size-4 shrink-0 accent-accent"
        />
        And refuse a new account with this email
      </label>
      {ban.isWanted && (
        <TextField
          label="Reason of the ban"
          hint="Admins read it. You can lift the ban later."
          maxLength={REASON_MAX_LENGTH}
          value={ban.reason}
          error={ban.error}
          onChange={event => onChange({ ...ban, reason: event.target.value, error: undefined })}
        />
      )}
    </div>
  )
}
