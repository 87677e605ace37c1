import { createFileRoute } from '@tanstack/react-router'
import { laterPart, loadParts } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const load = () => import('#blog/blog-page.tsx')

export const Route = createFileRoute('/blog/')({
  head: () => pageName('Blog'),
  loader: () => loadParts(load),
  component: laterPart(load),
})
