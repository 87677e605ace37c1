import type { ArticleSlug } from '@second-ring/contracts/articles'
import { renderToStaticMarkup } from 'react-dom/server'
import { articles } from '#blog/articles.tsx'
import { breadcrumbs, type JsonLd, organization, type UrlOf } from './json-ld.ts'

type Article = (typeof articles)[number]

const markupOf = ({ answer }: Article) => renderToStaticMarkup(answer)

/** The characters that React writes otherwise in a text. */
const written: Record<string, string> = { '&#x27;': "'", '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' }

function textOf(article: Article): string {
  return markupOf(article)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[^;]+;/g, entity => written[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

/** All questions, with their answers. */
export function questionsAndAnswers(): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: articles.map(article => ({
      '@type': 'Question',
      name: article.question,
      acceptedAnswer: { '@type': 'Answer', text: markupOf(article) },
    })),
  }
}

/** What the head of an article's page says. */
export function describeArticle(slug: ArticleSlug, urlOf: UrlOf) {
  const article = articles.find(other => other.slug === slug)
  if (!article) throw new Error(`There is no article ${slug}`)
  const { question, published } = article
  const path = `/blog/${slug}`
  const [description = ''] = /^.{1,160}(?!\S)/.exec(textOf(article)) ?? []
  const steps = [['Blog', '/blog'] as const, [question, path] as const]
  const us = organization(urlOf)
  return {
    path,
    type: 'article',
    description,
    jsonLd: [
      {
        '@type': 'Article',
        headline: question,
        description,
        datePublished: published,
        dateModified: published,
        mainEntityOfPage: urlOf(path),
        image: urlOf('/card.jpg'),
        author: us,
        publisher: us,
      },
      breadcrumbs(steps, urlOf),
    ],
  }
}
