import { createFileRoute } from '@tanstack/react-router'
import { laterPart, loadParts } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const load = () => import('#legal/privacy-page.tsx')

export const Route = createFileRoute('/privacy')({
  head: () => pageName('Privacy'),
  loader: () => loadParts(load),
  component: laterPart(load),
})
