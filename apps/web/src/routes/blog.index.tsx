import { createFileRoute } from '@tanstack/react-router'
import { laterPart } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const BlogPage = laterPart(() => import('#blog/blog-page.tsx'))

export const Route = createFileRoute('/blog/')({
  codeSplitGroupings: [],
  head: () => pageName('Blog'),
  loader: () => BlogPage.ready(),
  component: BlogPage,
})
