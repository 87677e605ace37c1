import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-accent-soft text-accent-ink',
  warm: 'bg-warm-soft text-warm-ink',
  bad: 'bg-danger-soft text-danger',
}
export type Tone = keyof typeof tones

/** A quiet word on the state of something. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
