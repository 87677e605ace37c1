import { useRef, useState } from 'react'
import { messageOf } from '#api-client/errors.ts'

export interface UploadProgress {
  /** Told how much has been sent, from 0 to 100. */
  onProgress: (percent: number) => void
  /** Aborted when the page is left: the upload stops. */
  signal: AbortSignal
}

/** Sends a picture to the image host; resolves to its address. */
export type Upload = (file: File, progress: UploadProgress) => Promise<string>

/** Why a picture could not be sent. */
export class PictureNotSent extends Error {}

/** Uploads a form's picture, with how far it is. One that was sent already is not sent again when the rest failed. */
export function usePictureUpload(upload: Upload) {
  const [progress, setProgress] = useState<number>()
  const uploaded = useRef<{ file: File; address: string }>(undefined)

  /** @throws PictureNotSent */
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

  return { progress, addressOf }
}
