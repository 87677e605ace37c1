/** The articles of the blog, in their order; each has a page, `/blog/<slug>`. */
export const articleList = [
  { slug: 'what-to-check', published: '2026-11-20' },
  { slug: 'battery-health', published: '2026-11-20' },
  { slug: 'fair-price', published: '2026-11-20' },
  { slug: 'updates', published: '2026-11-20' },
  { slug: 'how-paying-works', published: '2026-11-20' },
  { slug: 'before-selling', published: '2026-11-20' },
] as const

export type ArticleSlug = (typeof articleList)[number]['slug']
