/** The articles of the blog, in their order; each has a page, `/blog/<slug>`. */
export const articleList = [
  {
    slug: 'what-to-check',
    question: 'What should I check before I take a second-hand phone home?',
    published: '2026-11-20',
  },
  { slug: 'battery-health', question: 'How much does the health of the battery matter?', published: '2026-11-20' },
  { slug: 'fair-price', question: 'What is a fair price for a used phone?', published: '2026-11-20' },
  { slug: 'updates', question: 'How old is too old?', published: '2026-11-20' },
  { slug: 'how-paying-works', question: 'How am I protected when I pay here?', published: '2026-11-20' },
  { slug: 'before-selling', question: 'I want to sell my old phone. What should I do first?', published: '2026-11-20' },
] as const

export type ArticleSlug = (typeof articleList)[number]['slug']
