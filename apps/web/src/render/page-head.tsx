import { SOCIAL_CARD } from '@second-ring/contracts/rendered-page'
import type { PageDescription } from './describe-page.ts'
import { inScript } from './in-script.ts'
import { type JsonLd, SITE, type UrlOf } from './json-ld.ts'

interface PageHeadProps extends PageDescription {
  title: string
  urlOf: UrlOf
  /** What search engines do with it: keep it, follow its links alone, or nothing. */
  robots: 'index' | 'follow' | 'none'
}

const siteCard = { path: '/card.jpg', alt: 'Second Ring: second-hand phones from the people who own them' }

/** What the head of a page tells search engines and previews of links. */
export function PageHead({ title, path, description, type = 'website', picture = siteCard, ...page }: PageHeadProps) {
  const { robots, jsonLd = [], urlOf } = page
  const url = urlOf(path)
  const image = urlOf(picture.path)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {robots === 'none' && <meta name="robots" content="noindex" />}
      {robots === 'follow' && <meta name="robots" content="noindex, follow" />}
      {robots !== 'none' && <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={SITE} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={`${SOCIAL_CARD.width}`} />
      <meta property="og:image:height" content={`${SOCIAL_CARD.height}`} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={picture.alt} />
      {jsonLd.map(of => of && <Script key={of['@type']} of={of} />)}
    </>
  )
}

function Script({ of }: { of: JsonLd }) {
  const __html = inScript({ '@context': 'https://schema.org', ...of })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON that ends no element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}
