import type { ArticleSlug } from '@second-ring/contracts/articles'
import { Link } from '@tanstack/react-router'
import { PageTitle } from '#ui/page-title.tsx'
import { Answer } from './answer.tsx'
import { articles } from './articles.tsx'

const linkClass = 'inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3'

/** A question and its answer by themselves. */
export default function ArticlePage({ slug }: { slug: ArticleSlug }) {
  const article = articles.find(other => other.slug === slug)
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
      <Link to="/blog" className={linkClass}>
        All questions
      </Link>
      <article className="mt-3 max-w-prose">
        <PageTitle>{article?.question}</PageTitle>
        <Answer>{article?.answer}</Answer>
      </article>
      <nav aria-label="Other questions" className="mt-12 border-t border-line pt-6">
        <h2 className="text-xl font-bold">Other questions</h2>
        <ul className="mt-2">
          {articles
            .filter(other => other.slug !== slug)
            .map(other => (
              <li key={other.slug}>
                <Link to="/blog/$article" params={{ article: other.slug }} className={linkClass}>
                  {other.question}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  )
}
