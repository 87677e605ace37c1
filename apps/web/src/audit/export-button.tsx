import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { FactorDismissed, proveAndFetchAgain } from '#api-client/prove-and-fetch-again.ts'
import { fetchFile, saveFile } from '#api-client/save-file.ts'
import { signedFetch } from '#api-client/signed-fetch.ts'
import { useSession } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'

type Standing = { bytes: number } | { failure: string } | { done: true }

/** Exports what the filter finds as a file, and says how far that is and how it ended. */
export function ExportButton({ address }: { address: string }) {
  const session = useSession()
  const [standing, setStanding] = useState<Standing>()
  const left = useRef<AbortController>(null)
  const isBusy = standing !== undefined && 'bytes' in standing

  // What is on its way belongs to the filter and the screen that it was asked for on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address ends it too
  useEffect(
    () => () => {
      left.current?.abort()
      setStanding(undefined)
    },
    [address],
  )

  async function exportFile() {
    const leaving = new AbortController()
    left.current = leaving
    const { signal } = leaving
    setStanding({ bytes: 0 })
    try {
      const onProgress = (bytes: number) => !signal.aborted && setStanding({ bytes })
      const file = await fetchFile({ fetch: proveAndFetchAgain(signedFetch(session)), address, signal, onProgress })
      if (signal.aborted) return
      saveFile(file, 'second-ring-audit.csv')
      setStanding({ done: true })
    } catch (error) {
      if (signal.aborted) return
      const isDismissed = error instanceof Error && error.cause instanceof FactorDismissed
      setStanding(isDismissed ? undefined : { failure: messageOf(error) })
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" busy={isBusy} onClick={() => void exportFile()}>
        <Download aria-hidden="true" className="size-4" />
        Export as CSV
      </Button>
      <p role="status" className="text-sm text-muted">
        {standing && 'bytes' in standing && `Exporting… ${describeSize(standing.bytes)}`}
        {standing && 'done' in standing && 'Exported'}
      </p>
      {standing && 'failure' in standing && (
        <p role="alert" className="text-sm font-medium text-danger">
          The export failed. {standing.failure}
        </p>
      )}
    </div>
  )
}

function describeSize(bytes: number): string {
  const kilobytes = Math.round(bytes / 1000)
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
