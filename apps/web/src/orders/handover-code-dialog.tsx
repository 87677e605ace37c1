import type { Order } from '@second-ring/contracts/orders/order'
import { Copy, RefreshCw } from 'lucide-react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface HandoverCodeDialogProps {
  order: Pick<Order, 'productName' | 'handoverCode'>
  /** Makes a new code, and brings the order up to date. */
  renew: () => Promise<unknown>
  renewing: boolean
  onClose: () => void
}

/** The code that a buyer shows when they have the phone. */
export default function HandoverCodeDialog({ order, renew, renewing, onClose }: HandoverCodeDialogProps) {
  const code = order.handoverCode ?? ''

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      toast.success('Code copied')
    } catch {
      toast.error('This browser does not let us copy. Select the code instead.')
    }
  }
  async function makeNew() {
    try {
      await renew()
      toast.success('This is your new code. The old one no longer works.')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Handover code"
      description={`For ${order.productName}. Show it to the seller only when you have the phone in your hands.`}
    >
      <output className="block rounded-2xl bg-sunken px-4 py-6 text-center text-5xl font-extrabold tracking-widest tabular-nums select-all">
        {code}
      </output>
      <div className="mt-5 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button variant="secondary" busy={renewing} onClick={() => void makeNew()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          New code
        </Button>
      </div>
      <p className="mt-4 text-sm text-muted">
        Someone saw it too early, or the seller used up their attempts? Make a new one.
      </p>
    </Dialog>
  )
}
