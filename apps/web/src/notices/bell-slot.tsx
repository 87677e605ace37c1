import type { ComponentType } from 'react'
import { useAccount } from '#session/session-context.ts'
import { useLazy } from '#ui/use-lazy.ts'

type Load = () => Promise<{ default: ComponentType }>
const loadBell: Load = () => import('./live-bell.tsx')
const loadLists: Load = () => import('./live-lists.tsx')

/**
 * The place of the bell in the top navigation, and of the tab's one stream. Their code comes after the screen is there;
 * visitors get the stream without the bell.
 */
export function BellSlot() {
  const account = useAccount()
  if (!account) return <Later load={loadLists} />
  return (
    // As large as the bell, so that nothing moves when it comes.
    <div className="size-11">
      <Later key={account.id} load={loadBell} />
    </div>
  )
}

function Later({ load }: { load: Load }) {
  const Part = useLazy(load)
  return Part && <Part />
}
