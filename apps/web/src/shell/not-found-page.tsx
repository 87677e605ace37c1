import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Mark } from './wordmark.tsx'

/** Any path that is no screen. */
export function NotFoundPage() {
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-xl place-content-center justify-items-center px-4 py-16 text-center">
      <Mark className="h-14 w-21" />
      <PageTitle size="number" className="mt-6">
        404
      </PageTitle>
      <p className="mt-3 text-xl font-semibold">Sorry, we couldn't find this page.</p>
      <p className="mt-2 text-balance text-muted">
        The address may be mistyped, or the page has moved on to its next owner.
      </p>
      <Link to="/" className={`${buttonClass()} mt-8`}>
        Back to homepage
      </Link>
    </div>
  )
}
