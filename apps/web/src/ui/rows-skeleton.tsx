import { Skeleton } from './skeleton.tsx'

/** Rows with a picture, while they load. */
export function RowsSkeleton({ label, count = 4 }: { label: string; count?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change places
        <div key={index} className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
          <Skeleton className="size-20 shrink-0 rounded-xl" />
          <div className="grid flex-1 gap-2.5">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
