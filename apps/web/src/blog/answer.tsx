import type { ReactNode } from 'react'

/** An answer's text. */
export function Answer({ children }: { children: ReactNode }) {
  return (
    <div className="mt-3 grid gap-3 leading-relaxed [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-2 [&_ol]:pl-5 [&_ol]:marker:font-semibold [&_ol]:marker:text-accent">
      {children}
    </div>
  )
}
