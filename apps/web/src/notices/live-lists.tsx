import { useEffect } from 'react'
import { keepStream } from '#live/keep-stream.ts'
import { useLiveScreen } from './use-live-screen.ts'

const ignore = () => undefined

/** Keeps the phones on a visitor's screen up to date. It shows nothing. */
export default function LiveLists() {
  const { openStream, spoken } = useLiveScreen()
  useEffect(() => keepStream(openStream, { onCount: ignore, onOrders: ignore, onLive: ignore }), [openStream])
  return (
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>
  )
}
