import { createFileRoute } from '@tanstack/react-router'
import { laterPart } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const TermsPage = laterPart(() => import('#legal/terms-page.tsx'))

export const Route = createFileRoute('/terms')({
  codeSplitGroupings: [],
  head: () => pageName('Terms'),
  loader: () => TermsPage.ready(),
  component: TermsPage,
})
