import type { AnyRoute } from '@tanstack/react-router'
import { loadChunk } from './load-chunk.ts'

/** A component whose code comes later; `preload` fetches it, and is gone once it is there. */
interface LazyComponent {
  preload?: (() => Promise<unknown>) | undefined
}

/** Lets no screen below `route` wait for its code longer than `loadChunk` does; then the error page shows. */
export function limitChunkLoads(route: AnyRoute): void {
  const component = route.options.component as LazyComponent | undefined
  const load = component?.preload
  if (component && load) component.preload = () => loadChunk(load)
  const children: AnyRoute[] = Object.values(route.children ?? {})
  for (const child of children) limitChunkLoads(child)
}
