import { createFileRoute } from '@tanstack/react-router'
import { LegalPage, LegalSection } from '#legal/legal-page.tsx'
import { OperatorDetails } from '#legal/operator.tsx'
import { PrivacyText } from '#legal/privacy-text.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/privacy')({
  head: () => pageName('Privacy'),
  component: PrivacyPage,
})

function PrivacyPage() {
  return (
    <LegalPage title="Privacy" lead="What this market knows about you, who sees it, and how it goes.">
      <PrivacyText />
      <LegalSection title="Who runs this market">
        <OperatorDetails />
      </LegalSection>
    </LegalPage>
  )
}
