import { createFileRoute } from '@tanstack/react-router'
import { LegalPage, LegalSection } from '#legal/legal-page.tsx'
import { OperatorDetails } from '#legal/operator.tsx'
import { TermsText } from '#legal/terms-text.tsx'
import { pageName } from '#ui/page-name.ts'

export const Route = createFileRoute('/terms')({
  head: () => pageName('Terms'),
  component: TermsPage,
})

function TermsPage() {
  return (
    <LegalPage title="Terms of use" lead="What buyers, sellers and this market can count on.">
      <TermsText />
      <LegalSection title="Who runs this market">
        <OperatorDetails />
      </LegalSection>
    </LegalPage>
  )
}
