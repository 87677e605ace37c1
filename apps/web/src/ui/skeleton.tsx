import { cx } from 'class-variance-authority'

/** A block in the place and size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  const shape = className?.includes('rounded') ? '' : 'rounded-lg'
  return <div aria-hidden="true" className={cx('animate-pulse-soft bg-sunken', shape, className)} />
}
