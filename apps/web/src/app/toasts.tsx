import { TOAST_DURATION_MS } from '@second-ring/contracts/limits'
import { lazy, Suspense, useEffect, useState } from 'react'

const Toaster = lazy(() => import('../ui/toaster.tsx'))
const firstSigns = ['pointerdown', 'keydown', 'focusin'] as const

/** The toasts. Their code comes with the first thing that a person does; what was said before that is kept and shown. */
export function Toasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const done = new AbortController()
    for (const sign of firstSigns) addEventListener(sign, () => setWanted(true), { once: true, signal: done.signal })
    return () => done.abort()
  }, [])
  return (
    wanted && (
      <Suspense>
        <Toaster durations={TOAST_DURATION_MS} />
      </Suspense>
    )
  )
}
