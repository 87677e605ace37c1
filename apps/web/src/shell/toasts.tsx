import { TOAST_DURATION_MS } from '@second-ring/contracts/limits'
import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'

type Toaster = ComponentType<{ durations: typeof TOAST_DURATION_MS }>

const firstSigns = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * The toasts. Their code comes with the first thing that a person does, and is asked for again with the next should it
 * not arrive; what was said before that is kept and shown.
 */
export function Toasts() {
  const [Toaster, setToaster] = useState<Toaster | null>(null)
  useEffect(() => {
    const done = new AbortController()
    let isLoading = false
    async function load() {
      if (isLoading) return
      isLoading = true
      try {
        const { default: loaded } = await loadChunk(() => import('#ui/toaster.tsx'))
        if (done.signal.aborted) return
        done.abort()
        setToaster(() => loaded)
      } catch {
        isLoading = false
      }
    }
    for (const sign of firstSigns) addEventListener(sign, () => void load(), { signal: done.signal })
    return () => done.abort()
  }, [])
  return Toaster && <Toaster durations={TOAST_DURATION_MS} />
}
