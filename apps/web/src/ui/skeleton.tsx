import { classNames } from './class-names.ts'

/** A block in the place and size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  const shape = className?.includes('rounded') ? '' : 'rounded-lg'
  return <div aria-hidden="true" className={classNames('animate-pulse-soft bg-sunken', shape, className)} />
}
