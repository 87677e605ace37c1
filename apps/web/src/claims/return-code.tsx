import { useTRPC } from '#api-client/trpc.ts'
import { useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'

interface ReturnCodeProps {
  orderId: string
  /** Empty once it is void, after too many wrong ones. */
  code: string
  canRenew: boolean
}

/** The code that a seller shows when they have the phone again. */
export function ReturnCode({ orderId, code, canRenew }: ReturnCodeProps) {
  const renew = useKeyedMutation(useTRPC().claims.renewReturnCode.mutationOptions())
  const { busy, run } = useAct()
  return (
    <div className="mt-4 print:hidden">
      <p className="font-semibold">Your code of the return</p>
      <p className="mb-2 text-sm text-muted">
        {code === ''
          ? 'The old one does not work any more. Make a new one when you meet the buyer.'
          : 'Show it to the buyer only when you have the phone in your hands.'}
      </p>
      <output
        aria-label="Code of the return"
        className="block rounded-2xl bg-sunken px-4 py-5 text-center text-4xl font-extrabold tracking-widest tabular-nums select-all empty:hidden"
      >
        {code}
      </output>
      {canRenew && (
        <Button
          variant={code === '' ? 'primary' : 'secondary'}
          size="small"
          className="mt-3"
          busy={busy}
          onClick={() => void run(() => renew({ orderId }), 'This is your new code. The old one no longer works.')}
        >
          New code
        </Button>
      )}
    </div>
  )
}
