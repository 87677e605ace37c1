import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button.tsx'

function NextLink(anchor: ComponentProps<'a'>) {
  return (
    <a {...anchor} rel="next" className={buttonClass({ variant: 'secondary' })}>
      Next page
    </a>
  )
}

/** A link to the next page of a list; `Show more` stands in its place where there is script. */
export const NextPage: LinkComponent<typeof NextLink> = createLink(NextLink)

/** Says that a list does not begin here, and leads to where it does. */
export function LaterPageNotice({ children }: { children: ReactNode }) {
  return <p className="mb-5 rounded-lg bg-sunken px-4 py-3 text-sm">This is a later page of the list. {children}</p>
}

/** The look of that link. */
export const firstPageClass = 'font-semibold text-accent-ink underline underline-offset-3'
