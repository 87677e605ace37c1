import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Locks a form while it is being sent, and stops what is being sent when its page is left. */
export function useSending() {
  const [isSending, setSending] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(new Error('The page was left')), [])

  /**
   * Does the work while the form is locked. It is open again before the result or the error is there, so that a field can
   * take the focus.
   */
  async function send<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    running.current = controller
    setSending(true)
    try {
      return await work(controller.signal)
    } finally {
      flushSync(() => setSending(false))
    }
  }

  return { isSending, send }
}
