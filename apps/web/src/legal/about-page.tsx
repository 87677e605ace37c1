import { LegalPage, LegalSection } from './legal-page.tsx'
import { OperatorDetails } from './operator.tsx'

/** Who runs the market, and what they do. */
export default function AboutPage() {
  return (
    <LegalPage title="Who runs this market" lead="Second Ring is where people sell their phones to each other.">
      <LegalSection title="Name and contact">
        <OperatorDetails />
      </LegalSection>
      <LegalSection title="What they do">
        <p>
          They keep the market open, verify sellers, look at prices that are far below the others, and refund what went
          wrong. They do not own or check the phones: each is sold by whoever posted it.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
