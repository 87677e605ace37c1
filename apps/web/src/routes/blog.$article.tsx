import { createFileRoute, notFound } from '@tanstack/react-router'
import { ArticlePage } from '#blog/article-page.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/blog/$article')({
  loader: async ({ params: { article } }) => {
    // Not in the first load of other pages.
    const { articleList } = await import('@second-ring/contracts/articles')
    const found = articleList.find(({ slug }) => slug === article)
    if (!found) throw notFound()
    return found
  },
  head: ({ loaderData }) => pageName(loaderData?.question ?? 'Page not found'),
  component: ArticleRoute,
})

function ArticleRoute() {
  return <ArticlePage slug={Route.useLoaderData().slug} />
}
