import { createFileRoute } from '@tanstack/react-router'
import { laterPart } from '#ui/later-part.tsx'
import { pageName } from '#ui/page-name.ts'

const PrivacyPage = laterPart(() => import('#legal/privacy-page.tsx'))

export const Route = createFileRoute('/privacy')({
  codeSplitGroupings: [],
  head: () => pageName('Privacy'),
  loader: () => PrivacyPage.ready(),
  component: PrivacyPage,
})
