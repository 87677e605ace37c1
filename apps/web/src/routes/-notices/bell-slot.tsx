import { useAccount } from '../../app/session-context.ts'
import { useLater } from '../../app/use-later.ts'

/** The place of the bell in the top navigation. Its code comes for who is signed in, after the screen is there. */
export function BellSlot() {
  const account = useAccount()
  return account && <LaterBell key={account.id} />
}

function LaterBell() {
  const Bell = useLater(() => import('./live-bell.tsx'))
  // As large as the bell, so that nothing moves when it comes.
  return <div className="size-11">{Bell && <Bell />}</div>
}
