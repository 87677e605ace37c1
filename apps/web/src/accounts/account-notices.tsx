import { useAccount } from '#session/session-context.ts'
import { DeletionBanner } from './deletion-banner.tsx'
import { EmailBanner } from './email-banner.tsx'
import { SessionEndedNotice } from './session-ended-notice.tsx'

export default function AccountNotices() {
  const account = useAccount()
  return (
    <>
      <EmailBanner key={account?.id} />
      <DeletionBanner />
      <SessionEndedNotice />
    </>
  )
}
