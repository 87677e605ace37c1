import { Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { describeSize, useDownload } from './use-download.ts'

interface ExportButtonProps {
  address: string
  /** The file's name. */
  name: string
}

/** Exports what is on the screen as a file, and says how far that is and how it ended. */
export function ExportButton({ address, name }: ExportButtonProps) {
  const { busy, bytes, failure, isDone, download } = useDownload(address, name)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" busy={busy} onClick={download}>
        <Download aria-hidden="true" className="size-4" />
        Export as CSV
      </Button>
      <p role="status" className="text-sm text-muted">
        {bytes !== undefined && `Exporting… ${describeSize(bytes)}`}
        {isDone && 'Exported'}
      </p>
      {failure !== undefined && (
        <p role="alert" className="text-sm font-medium text-danger">
          The export failed. {failure}
        </p>
      )}
    </div>
  )
}
