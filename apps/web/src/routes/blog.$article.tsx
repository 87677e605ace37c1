import { createFileRoute, notFound } from '@tanstack/react-router'
import { ArticlePage } from '#blog/article-page.tsx'
import { loadedName } from '#ui/page-name.ts'

export const Route = createFileRoute('/blog/$article')({
  loader: async ({ params: { article } }) => {
    // Not in the first load of other pages.
    const { articleList } = await import('@second-ring/contracts/articles')
    const found = articleList.find(({ slug }) => slug === article)
    if (!found) throw notFound()
    return { title: found.question, slug: found.slug }
  },
  head: loadedName,
  component: ArticleRoute,
})

function ArticleRoute() {
  return <ArticlePage slug={Route.useLoaderData().slug} />
}
