import { createFileRoute } from '@tanstack/react-router'
import { laterPart, loadParts } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const load = () => import('#legal/about-page.tsx')

export const Route = createFileRoute('/about')({
  head: () => pageName('About'),
  loader: () => loadParts(load),
  component: laterPart(load),
})
