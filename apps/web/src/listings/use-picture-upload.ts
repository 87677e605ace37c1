import { useRef, useState } from 'react'

/** Sends a picture to the image host; resolves to its address. */
export type Upload = (file: File, onProgress: (percent: number) => void) => Promise<string>

/** Uploads a form's picture, with how far it is. One that was sent already is not sent again when the rest failed. */
export function usePictureUpload(upload: Upload) {
  const [progress, setProgress] = useState<number>()
  const uploaded = useRef<{ file: File; address: string }>(undefined)

  async function addressOf(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.address
    setProgress(0)
    try {
      const address = await upload(file, setProgress)
      uploaded.current = { file, address }
      return address
    } finally {
      setProgress(undefined)
    }
  }

  return { progress, addressOf }
}
