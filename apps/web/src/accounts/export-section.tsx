import type { ExportStatus } from '@second-ring/contracts/accounts/own-account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { describeSize, useDownload } from '#session/use-download.ts'
import { useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
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
      <p className="mb-4">
        A ZIP file with all that is yours: your profile, phones, orders, payments, favorites, searches, notifications
        and pictures.
      </p>
      <QueryData query={status} what="the state of your file" skeleton={<Skeleton className="h-11 w-48" />}>
        {known => <ExportSteps status={known} />}
      </QueryData>
    </Panel>
  )
}

function ExportSteps({ status }: { status: ExportStatus }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const requestExport = useKeyedMutation(trpc.accounts.requestExport.mutationOptions())
  const { busy, run } = useAct()
  const { state, expiresAt } = status

  async function ask() {
    queryClient.setQueryData(trpc.accounts.exportStatus.queryKey(), await requestExport({}))
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
          <Button variant="secondary" busy={busy} onClick={() => void run(ask)}>
            {state === 'READY' ? 'Prepare it again' : 'Prepare my data'}
          </Button>
        )}
      </div>
    </>
  )
}

function DownloadButton({ sizeBytes }: { sizeBytes: number }) {
  const { busy, failure, download } = useDownload('/account-data.zip', 'second-ring-data.zip')
  return (
    <>
      <Button busy={busy} onClick={download}>
        <Download aria-hidden="true" className="size-4" />
        Download my data ({describeSize(Math.max(1000, sizeBytes))})
      </Button>
      {failure !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger">
          The download failed. {failure}
        </p>
      )}
    </>
  )
}
