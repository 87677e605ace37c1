import { useEffect, useRef, useState } from 'react'
import { useUploadToHost } from '#listings/use-upload-to-host.ts'

/** Sends the pictures of a claim one after the other; what was sent already is not sent again when the rest failed. */
export function useClaimPictures() {
  const upload = useUploadToHost()
  const [progress, setProgress] = useState<number>()
  const addresses = useRef(new Map<File, string>())
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(new Error('The page was left')), [])

  async function send(files: readonly File[]): Promise<string[]> {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      for (const [index, file] of files.entries()) {
        if (addresses.current.has(file)) continue
        const onProgress = (percent: number) => setProgress((100 * index + percent) / files.length)
        addresses.current.set(file, await upload(file, { onProgress, signal }))
      }
    } finally {
      setProgress(undefined)
    }
    return files.flatMap(file => addresses.current.get(file) ?? [])
  }

  return { progress, send }
}
