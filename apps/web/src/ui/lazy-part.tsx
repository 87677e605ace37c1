import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'
import { PartBoundary } from './part-boundary.tsx'

/**
 * A part of a screen, such as a dialog, whose code comes when it is first shown. Code that does not arrive within `loadChunk`'s
 * time, or that a new release has removed, is told in words; the rest of the screen stays.
 * @param waiting what stands in its place until then
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting?: ReactNode,
): (props: Props) => ReactNode {
  const Part = lazy(() => loadChunk(load)) as ComponentType<Props>
  return props => (
    <PartBoundary>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </PartBoundary>
  )
}
