import { LegalPage, LegalSection } from './legal-page.tsx'
import { OperatorDetails } from './operator.tsx'
import { PrivacyText } from './privacy-text.tsx'

/** What the market knows of people. */
export default function PrivacyPage() {
  return (
    <LegalPage title="Privacy" lead="What this market knows about you, who sees it, and how it goes.">
      <PrivacyText />
      <LegalSection title="Who runs this market">
        <OperatorDetails />
      </LegalSection>
    </LegalPage>
  )
}
