import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'

const RETRY_MS = 60_000

/** A component whose code comes after the screen is there; null until then. What did not come is asked for again. */
export function useLazy<Props = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the same code each time
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      try {
        const { default: loaded } = await loadChunk(load)
        if (!isGone) setLoaded(() => loaded)
      } catch {
        if (!isGone) timer = setTimeout(() => void ask(), RETRY_MS)
      }
    }
    void ask()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return Loaded
}
