import { Progress } from 'radix-ui'

/** How far something is, from 0 to 100. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-sm font-medium text-muted">
        <span>{label}</span>
        <span className="tabular-nums">{percent}%</span>
      </div>
      <Progress.Root value={percent} aria-label={label} className="h-2 overflow-hidden rounded-full bg-sunken">
        <Progress.Indicator
          className="h-full rounded-full bg-accent transition-[width] duration-200"
          style={{ width: `${percent}%` }}
        />
      </Progress.Root>
    </div>
  )
}
