import type { ReactNode } from 'react'

/** Terms beside what they say. A term takes two fifths at most, however large the text is. */
export function Terms({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1.5">{children}</dl>
}

interface TermProps {
  name: ReactNode
  /** The look of the term, and of what it says. */
  look?: string
  className?: string
  children: ReactNode
}

export function Term({ name, look = 'text-muted', className = 'wrap-anywhere', children }: TermProps) {
  return (
    <>
      <dt className={look}>{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  )
}
