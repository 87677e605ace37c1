import { LegalPage, LegalSection } from './legal-page.tsx'
import { OperatorDetails } from './operator.tsx'
import { TermsText } from './terms-text.tsx'

/** The terms of use. */
export default function TermsPage() {
  return (
    <LegalPage title="Terms of use" lead="What buyers, sellers and this market can count on.">
      <TermsText />
      <LegalSection title="Who runs this market">
        <OperatorDetails />
      </LegalSection>
    </LegalPage>
  )
}
