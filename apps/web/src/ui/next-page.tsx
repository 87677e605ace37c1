import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

/** The look of the link to a list's next page; `Show more` stands in its place where there is script. */
export const nextPageClass = buttonClass({ variant: 'secondary' })

/** Says that a list does not begin here, and leads to where it does. */
export function LaterPageNotice({ children }: { children: ReactNode }) {
  return <p className="mb-5 rounded-lg bg-sunken px-4 py-3 text-sm">This is a later page of the list. {children}</p>
}

/** The look of that link. */
export const firstPageClass = 'font-semibold text-accent-ink underline underline-offset-3'
