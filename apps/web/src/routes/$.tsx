import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { pageName } from '../app/page-name.ts'

/** Every path that is no screen. */
export const Route = createFileRoute('/$')({
  head: () => pageName('Page not found'),
  component: NotFoundPage,
})
