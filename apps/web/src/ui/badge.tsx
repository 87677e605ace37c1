import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badge = cva('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap', {
  variants: {
    tone: {
      neutral: 'bg-sunken text-muted',
      good: 'bg-accent-soft text-accent-ink',
      warm: 'bg-warm-soft text-warm-ink',
      bad: 'bg-danger-soft text-danger',
    },
  },
  defaultVariants: { tone: 'neutral' },
})
export type Tone = NonNullable<VariantProps<typeof badge>['tone']>

/** A quiet word on the state of something. */
export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={badge({ tone })}>{children}</span>
}
