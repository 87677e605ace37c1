import type { ReactNode } from 'react'

/** A part of the page under its heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 shadow-card print:border-0 print:p-0 print:shadow-none">
      <h2 className="mb-3 text-lg font-bold">{title}</h2>
      {children}
    </section>
  )
}
