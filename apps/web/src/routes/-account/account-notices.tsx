import { DeletionBanner } from '../../accounts/deletion-banner.tsx'
import { EmailBanner } from '../../accounts/email-banner.tsx'
import { SessionEndedNotice } from '../../accounts/session-ended-notice.tsx'
import { useAccount } from '../../app/session-context.ts'

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
