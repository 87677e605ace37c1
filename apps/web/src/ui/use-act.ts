import { type ReactElement, useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'

type ErrorText = (error: unknown) => string | ReactElement

/** Does what a press asks for, one thing at a time, and says in a toast how it went. */
export function useAct(errorText: ErrorText = messageOf) {
  const [busy, setBusy] = useState(false)

  /** @returns why it failed; undefined when it is done */
  async function run(act: () => Promise<unknown>, done?: string): Promise<unknown> {
    if (busy) return undefined
    setBusy(true)
    try {
      await act()
      if (done) toast.success(done)
      return undefined
    } catch (error) {
      toast.error(errorText(error))
      return error
    } finally {
      setBusy(false)
    }
  }

  return { busy, run }
}
