import { createFileRoute, notFound } from '@tanstack/react-router'
import { laterPart } from '#ui/later-part.tsx'
import { loadedName } from '#ui/page-name.ts'

const ArticlePage = laterPart(() => import('#blog/article-page.tsx'))

export const Route = createFileRoute('/blog/$article')({
  codeSplitGroupings: [],
  loader: async ({ params: { article } }) => {
    // Not in the first load of other pages.
    const [{ articleList }] = await Promise.all([import('@second-ring/contracts/articles'), ArticlePage.ready()])
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
