import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { Button } from './button.tsx'
import { toast } from './toast.ts'

/** A mutation of the API, each call under a key of its attempt. */
export function useKeyedMutation<Input extends object, Result, Failure>(
  options: UseMutationOptions<Result, Failure, Input>,
): (input: Input) => Promise<Result> {
  return useAttemptKey<Input, Result>(useMutation(options).mutateAsync)
}

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

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (close: () => void) => ReactNode
  /** Whether it is open from the beginning. */
  opensAtOnce?: boolean
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, opensAtOnce = false, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(opensAtOnce)
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
