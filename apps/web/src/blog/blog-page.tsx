import { Link } from '@tanstack/react-router'
import { PageTitle } from '#ui/page-title.tsx'
import { Answer } from './answer.tsx'
import { articles } from './articles.tsx'

/** The questions that people ask, with their answers. */
export default function BlogPage() {
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6 sm:py-16 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-16">
      <div className="mb-10">
        <div className="lg:sticky lg:top-28">
          <PageTitle>Blog</PageTitle>
          <p className="mt-2 text-muted">Questions people ask before they buy a phone that has rung before.</p>
          <nav aria-label="Articles" className="mt-6 max-lg:hidden">
            <ul className="grid gap-1 border-l border-line">
              {articles.map(({ slug, question }) => (
                <li key={slug}>
                  <a
                    href={`#${slug}`}
                    className="-ml-px block border-l border-transparent py-1.5 pl-4 text-sm text-muted hover:border-accent hover:text-ink"
                  >
                    {question}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div className="grid gap-12">
        {articles.map(({ slug, question, answer }) => (
          <article key={slug} id={slug} className="max-w-prose">
            <h2 className="text-xl font-bold sm:text-2xl">
              <Link to="/blog/$article" params={{ article: slug }} className="hover:underline">
                {question}
              </Link>
            </h2>
            <Answer>{answer}</Answer>
          </article>
        ))}
      </div>
    </div>
  )
}
