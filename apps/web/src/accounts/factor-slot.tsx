import { useEffect, useState } from 'react'
import { offerFactor } from '#api-client/ask-for-factor.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const FactorDialog = lazyPart(() => import('./factor-dialog.tsx'))

type Answer = (isProven: boolean) => void

/** Where the dialog opens that asks for the second factor. */
export function FactorSlot() {
  const [asked, setAsked] = useState<{ answer: Answer }>()
  useEffect(() => {
    let waiting: Answer | undefined
    const end = offerFactor(answer => {
      waiting = answer
      setAsked({ answer })
    })
    return () => {
      end()
      waiting?.(false)
    }
  }, [])
  if (!asked) return null
  return (
    <FactorDialog
      onEnd={isProven => {
        setAsked(undefined)
        asked.answer(isProven)
      }}
    />
  )
}
