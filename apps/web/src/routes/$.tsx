import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#shell/not-found-page.tsx'
import { pageName } from '#ui/page-name.ts'

/** Every path that is no screen. */
export const Route = createFileRoute('/$')({
  head: () => pageName('Page not found'),
  component: NotFoundPage,
})
