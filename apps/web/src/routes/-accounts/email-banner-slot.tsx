import { useAccount } from '../../app/session-context.ts'
import { useLazy } from '../../app/use-lazy.ts'

const load = () => import('../../accounts/email-banner.tsx')

/** The place of the banner for whoever has not proven their email; its code comes after the screen is there. */
export function EmailBannerSlot() {
  const account = useAccount()
  return account && !account.emailVerified ? <Banner key={account.id} /> : null
}

function Banner() {
  const Part = useLazy(load)
  return Part && <Part />
}
