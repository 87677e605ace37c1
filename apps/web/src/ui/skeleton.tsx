import { classNames } from './class-names.ts'

/** A block in the place and size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('animate-pulse-soft rounded-lg bg-sunken', className)} />
}
