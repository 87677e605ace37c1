import { CloudOff } from 'lucide-react'
import { useAccount } from '#session/session-context.ts'
import { useReadable } from './use-readable.ts'

/** On every screen: that there is no connection, and what works without one. */
export default function OfflineBanner() {
  return (
    <div className="border-line border-b bg-sunken print:hidden">
      <p className="mx-auto flex max-w-7xl items-start gap-3 px-4 py-3 sm:px-6">
        <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <span>
          <strong>You are offline.</strong> {useWhatIsThere()} Nothing is sent until you are back online.
        </span>
      </p>
    </div>
  )
}

/** What is there without a connection, in a sentence. */
function useWhatIsThere(): string {
  const account = useAccount()
  const { orders, products, phones } = useReadable()
  const latest = (kept: typeof orders) => (kept === 'all' ? 'your' : 'your latest')
  const there = [
    ...(account && orders !== 'none' ? [`${latest(orders)} orders with their handover codes`] : []),
    ...(account && products !== 'none' ? [`${latest(products)} products with their sales`] : []),
    ...(phones ? ['phones you looked at'] : []),
  ]
  const last = there.pop()
  if (last === undefined) return 'Other pages need a connection.'
  return `You can still read ${there.length > 0 ? `${there.join(', ')}, and ` : ''}${last}.`
}
