import { createFileRoute } from '@tanstack/react-router'
import { laterPart, loadParts } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const load = () => import('#legal/terms-page.tsx')

export const Route = createFileRoute('/terms')({
  head: () => pageName('Terms'),
  loader: () => loadParts(load),
  component: laterPart(load),
})
