import { createFileRoute } from '@tanstack/react-router'
import { laterPart } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const AboutPage = laterPart(() => import('#legal/about-page.tsx'))

export const Route = createFileRoute('/about')({
  codeSplitGroupings: [],
  head: () => pageName('About'),
  loader: () => AboutPage.ready(),
  component: AboutPage,
})
