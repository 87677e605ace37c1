/** How much waits for an admin's decision, beside the link to it; nothing while nothing does. */
export function OpenCount({ open }: { open: number | undefined }) {
  if (!open) return null
  const count = open.toLocaleString('en')
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-auto rounded-full bg-danger-soft px-2 py-0.5 text-xs font-semibold text-danger tabular-nums"
      >
        {count}
      </span>
      <span className="sr-only">{`: ${count} open`}</span>
    </>
  )
}
