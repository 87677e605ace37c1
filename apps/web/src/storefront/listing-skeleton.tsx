import { Skeleton } from '#ui/skeleton.tsx'

/** A listing's page while it is on its way. */
export function ListingSkeleton() {
  return (
    <div role="status" className="mx-auto max-w-7xl px-4 py-6 sm:px-6 sm:py-10">
      <span className="sr-only">Loading the phone</span>
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <Skeleton className="aspect-square rounded-card" />
        <div className="grid grid-cols-1 gap-5">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-12" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </div>
  )
}
