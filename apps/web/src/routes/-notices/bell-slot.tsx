import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../../app/load-chunk.ts'
import { useAccount } from '../../app/session-context.ts'

const RETRY_MS = 60_000

/** The place of the bell in the top navigation. Its code comes for who is signed in, after the screen is there. */
export function BellSlot() {
  const account = useAccount()
  return account && <LaterBell key={account.id} />
}

function LaterBell() {
  const [Bell, setBell] = useState<ComponentType | null>(null)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load() {
      try {
        const { default: loaded } = await loadChunk(() => import('./live-bell.tsx'))
        if (!isGone) setBell(() => loaded)
      } catch {
        if (!isGone) timer = setTimeout(() => void load(), RETRY_MS)
      }
    }
    void load()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  // As large as the bell, so that nothing moves when it comes.
  return <div className="size-11">{Bell && <Bell />}</div>
}
