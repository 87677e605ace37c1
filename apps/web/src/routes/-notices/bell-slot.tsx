import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../../app/load-chunk.ts'
import { useAccount } from '../../app/session-context.ts'

const RETRY_MS = 60_000

type Load = () => Promise<{ default: ComponentType }>
const loadBell: Load = () => import('./live-bell.tsx')
const loadShelves: Load = () => import('./live-shelves.tsx')

/**
 * The place of the bell in the top navigation, and of the tab's one stream. Their code comes after the screen is there;
 * visitors get the stream without the bell.
 */
export function BellSlot() {
  const account = useAccount()
  if (!account) return <Later load={loadShelves} />
  return (
    // As large as the bell, so that nothing moves when it comes.
    <div className="size-11">
      <Later key={account.id} load={loadBell} />
    </div>
  )
}

function Later({ load }: { load: Load }) {
  const [Part, setPart] = useState<ComponentType | null>(null)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function get() {
      try {
        const { default: loaded } = await loadChunk(load)
        if (!isGone) setPart(() => loaded)
      } catch {
        if (!isGone) timer = setTimeout(() => void get(), RETRY_MS)
      }
    }
    void get()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [load])
  return Part && <Part />
}
