import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'

/** Runs one act at a time and says how it went; `onEnd` follows either way. */
export function useAttempt(onEnd: () => void) {
  const [busy, setBusy] = useState(false)

  async function attempt(act: () => Promise<unknown>, done: string) {
    setBusy(true)
    try {
      await act()
      toast.success(done)
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
    onEnd()
  }

  return { busy, attempt }
}
