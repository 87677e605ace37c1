import { useMutation } from '@tanstack/react-query'
import { Copy, RefreshCw } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAct } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface HandoverCodeDialogProps {
  /** `codeUsedUp`: the code is void, after too many wrong ones. */
  order: { id: string; productName: string; handoverCode: string; codeUsedUp?: boolean }
  onClose: () => void
}

const NO_COPY = 'This browser does not let us copy. Select the code instead.'

/** The code that a buyer shows when they have the phone. */
export default function HandoverCodeDialog({ order, onClose }: HandoverCodeDialogProps) {
  const { id: orderId, productName, handoverCode, codeUsedUp = false } = order
  const renew = useMutation(useTRPC().orders.renewHandoverCode.mutationOptions())
  const renewal = useAct()
  const copying = useAct(() => NO_COPY)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Handover code"
      description={`For ${productName}. ${codeUsedUp ? 'The seller has entered too many wrong codes, and yours does not work any more. Make a new one.' : 'Show it to the seller only when you have the phone in your hands.'}`}
    >
      <output className="block rounded-2xl bg-sunken px-4 py-6 text-center text-5xl font-extrabold tracking-widest tabular-nums select-all empty:hidden">
        {!codeUsedUp && handoverCode}
      </output>
      <div className="mt-5 grid grid-cols-2 gap-3">
        {!codeUsedUp && (
          <Button
            variant="secondary"
            className="max-xs:px-3"
            onClick={() => void copying.run(async () => navigator.clipboard.writeText(handoverCode), 'Code copied')}
          >
            <Copy aria-hidden="true" className="size-4" />
            Copy
          </Button>
        )}
        <Button
          variant={codeUsedUp ? 'primary' : 'secondary'}
          className="max-xs:px-3"
          busy={renewal.busy}
          onClick={() =>
            void renewal.run(
              () => renew.mutateAsync({ orderId }),
              'This is your new code. The old one no longer works.',
            )
          }
        >
          <RefreshCw aria-hidden="true" className="size-4" />
          New code
        </Button>
      </div>
      <p className="mt-4 text-sm text-muted">Someone saw it too early? Make a new one.</p>
    </Dialog>
  )
}
