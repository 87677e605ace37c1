import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { FactorDismissed, proveAndFetchAgain } from '#api-client/prove-and-fetch-again.ts'
import { fetchFile, saveFile } from '#api-client/save-file.ts'
import { signedFetch } from '#api-client/signed-fetch.ts'
import { useSession } from './session-context.ts'

/** How far a download is, in bytes, why it failed, or that it is saved. */
type Progress = { bytes: number } | { failure: string } | { done: true }

/** Downloads a file of the user's, and says how far that is and how it ended. Leaving its screen or its address ends it. */
export function useDownload(address: string, name: string) {
  const session = useSession()
  const [progress, setProgress] = useState<Progress>()
  const left = useRef<AbortController>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address ends it too
  useEffect(
    () => () => {
      left.current?.abort()
      setProgress(undefined)
    },
    [address],
  )

  async function download() {
    const leaving = new AbortController()
    left.current = leaving
    const { signal } = leaving
    setProgress({ bytes: 0 })
    try {
      const onProgress = (bytes: number) => !signal.aborted && setProgress({ bytes })
      const file = await fetchFile({ fetch: proveAndFetchAgain(signedFetch(session)), address, signal, onProgress })
      if (signal.aborted) return
      saveFile(file, name)
      setProgress({ done: true })
    } catch (error) {
      if (signal.aborted) return
      const isDismissed = error instanceof Error && error.cause instanceof FactorDismissed
      setProgress(isDismissed ? undefined : { failure: messageOf(error) })
    }
  }

  return {
    busy: progress !== undefined && 'bytes' in progress,
    bytes: progress && 'bytes' in progress ? progress.bytes : undefined,
    failure: progress && 'failure' in progress ? progress.failure : undefined,
    isDone: progress !== undefined && 'done' in progress,
    download: () => void download(),
  }
}

/** A size as people read it. */
export function describeSize(bytes: number): string {
  const kilobytes = Math.round(bytes / 1000)
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
