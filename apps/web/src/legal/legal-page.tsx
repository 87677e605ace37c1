import type { ReactNode } from 'react'
import { PageTitle } from '#ui/page-title.tsx'

interface LegalPageProps {
  title: string
  /** The page in a sentence. */
  lead: string
  children: ReactNode
}

/** A page of plain text, with sections under headings of the second level. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <article className="mx-auto max-w-prose px-4 py-10 sm:px-6 sm:py-16">
      <PageTitle>{title}</PageTitle>
      <p className="mt-2 text-lg text-muted">{lead}</p>
      <div className="mt-8 grid gap-8 leading-relaxed">{children}</div>
    </article>
  )
}

/** A section of such a page. */
export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-xl font-bold">{title}</h2>
      <div className="mt-2 grid gap-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">{children}</div>
    </section>
  )
}
