import { Link } from '@tanstack/react-router'
import { Mark } from '#shell/wordmark.tsx'
import { buttonClass } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import type { Gone } from './find-gone.ts'

/** The page of a phone or category that was there once, with the way to others like it. */
export function GonePage({ gone: { title, text, category } }: { gone: Gone }) {
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-xl place-content-center justify-items-center px-4 py-16 text-center">
      <Mark className="h-14 w-21" />
      <PageTitle className="mt-6 text-balance">{title}</PageTitle>
      <p className="mt-3 text-balance text-muted">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {category && (
          <Link to="/phones/$categorySlug" params={{ categorySlug: category.slug }} className={buttonClass()}>
            See {category.name} phones
          </Link>
        )}
        <Link to="/search" className={buttonClass({ variant: category ? 'secondary' : 'primary' })}>
          Search all phones
        </Link>
      </div>
    </div>
  )
}
