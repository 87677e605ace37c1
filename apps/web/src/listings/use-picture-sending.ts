import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { nothingLost } from '#ui/field.tsx'
import { pictureProblem } from './picture-problem.ts'
import type { Upload } from './use-upload-to-host.ts'

/** A chosen picture that may be uploaded, for forms. */
export const PictureFile = z
  .custom<File>(value => value instanceof File, 'A picture is required')
  .check(context => {
    const message = pictureProblem(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** Why a picture could not be sent. */
class PictureNotSent extends Error {}

interface PictureForm {
  setError: (name: 'image', error: { message: string }, options: { shouldFocus: true }) => void
}

/**
 * Sends a form with its picture: locks the form meanwhile, says how far the picture is, and stops when the page is left. A
 * picture that was sent already is not sent again when the rest failed.
 */
export function usePictureSending(upload: Upload) {
  const [isSending, setSending] = useState(false)
  const [progress, setProgress] = useState<number>()
  const uploaded = useRef<{ file: File; address: string }>(undefined)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(new Error('The page was left')), [])

  async function addressOf(file: File, signal: AbortSignal): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.address
    setProgress(0)
    try {
      const address = await upload(file, { onProgress: setProgress, signal })
      signal.throwIfAborted()
      uploaded.current = { file, address }
      return address
    } catch (cause) {
      throw new PictureNotSent(messageOf(cause), { cause })
    } finally {
      setProgress(undefined)
    }
  }

  /**
   * Does the work, which is given the way to the picture's address. The form is open again before the result or the error is
   * there, so that a field can take the focus.
   * @returns whether it is done; a picture that could not be sent is said at its field
   */
  async function send(form: PictureForm, work: (addressOf: (file: File) => Promise<string>) => Promise<unknown>) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setSending(true)
    try {
      await work(file => addressOf(file, signal)).finally(() => flushSync(() => setSending(false)))
      return true
    } catch (error) {
      if (!(error instanceof PictureNotSent)) throw error
      form.setError('image', { message: nothingLost(error.message) }, { shouldFocus: true })
      return false
    }
  }

  return { isSending, progress, send }
}
