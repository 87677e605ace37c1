import type { ExportStatus } from '@second-ring/contracts/accounts/own-account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { FactorDismissed, proveAndFetchAgain } from '#api-client/prove-and-fetch-again.ts'
import { fetchFile, saveFile } from '#api-client/save-file.ts'
import { signedFetch } from '#api-client/signed-fetch.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useSession } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** How often it is asked whether the file is ready, in milliseconds. */
const ASK_AGAIN_MS = 3000

/** All that is one's own as a file: asked for, prepared by the server, downloaded here. */
export function ExportSection() {
  const status = useQuery(
    useTRPC().accounts.exportStatus.queryOptions(undefined, {
      refetchInterval: query => query.state.data?.state === 'PREPARING' && ASK_AGAIN_MS,
    }),
  )
  return (
    <Panel title="Your data">
      <p>
        A ZIP file with all that is yours: your profile, phones, orders, payments, favorites, searches, notifications
        and pictures.
      </p>
      <div className="mt-4">
        {status.isPending && (
          <>
            <span className="sr-only">Loading</span>
            <Skeleton className="h-11 w-48" />
          </>
        )}
        {status.isError && !status.data && (
          <div role="alert" className="flex flex-wrap items-center gap-4 text-danger">
            <p>We could not find out whether your file is ready. {messageOf(status.error)}</p>
            <Button variant="secondary" size="small" busy={status.isFetching} onClick={() => void status.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {status.data && <ExportSteps status={status.data} />}
      </div>
    </Panel>
  )
}

function ExportSteps({ status }: { status: ExportStatus }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const requestExport = useAttemptKey(useMutation(trpc.accounts.requestExport.mutationOptions()).mutateAsync)
  const [busy, setBusy] = useState(false)
  const { state, expiresAt } = status

  async function ask() {
    setBusy(true)
    try {
      queryClient.setQueryData(trpc.accounts.exportStatus.queryKey(), await requestExport({}))
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      <p role="status" className="mb-4 empty:mb-0">
        {state === 'PREPARING' && 'Your file is being prepared. We tell you when it is ready; you can leave this page.'}
        {state === 'READY' && expiresAt && `Your file is ready until ${exactMoment(expiresAt)}.`}
        {state === 'FAILED' && 'Your file could not be prepared. Ask for it again.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {state === 'READY' && <DownloadButton sizeBytes={status.sizeBytes ?? 0} />}
        {state !== 'PREPARING' && (
          <Button variant="secondary" busy={busy} onClick={() => void ask()}>
            {state === 'READY' ? 'Prepare it again' : 'Prepare my data'}
          </Button>
        )}
      </div>
    </>
  )
}

function DownloadButton({ sizeBytes }: { sizeBytes: number }) {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function download() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { signal } = new AbortController()
      const address = '/account-data.zip'
      const fetch = proveAndFetchAgain(signedFetch(session))
      const file = await fetchFile({ fetch, address, signal, onProgress: () => undefined })
      saveFile(file, 'second-ring-data.zip')
    } catch (error) {
      const isDismissed = error instanceof Error && error.cause instanceof FactorDismissed
      if (!isDismissed) setProblem(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <>
      <Button busy={busy} onClick={() => void download()}>
        <Download aria-hidden="true" className="size-4" />
        Download my data ({describeSize(sizeBytes)})
      </Button>
      {problem !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger">
          The download failed. {problem}
        </p>
      )}
    </>
  )
}

function describeSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
