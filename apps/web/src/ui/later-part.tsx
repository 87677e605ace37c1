import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
} from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'
import { takeOver } from './take-over.ts'

/**
 * A part of a screen that is not on its first view. Its code follows the first load by itself, and is no part of it. On a
 * rendered page its markup is there before, and is taken over when the code has come.
 *
 * Its props are plain values: others, which differ each time, would have React draw it anew instead.
 * @param waiting what stands in its place until then on a page that was not rendered
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting?: ReactNode,
): FunctionComponent<Props> {
  const part = lazy(() => loadChunk(load)) as ComponentType<Props>
  return memo((props: Props) => <Place {...{ part, props, waiting }} />) as unknown as FunctionComponent<Props>
}

interface PlaceProps<Props> {
  part: ComponentType<Props>
  props: Props
  waiting: ReactNode
}

function Place<Props extends object>({ part: Part, props, waiting }: PlaceProps<Props>) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} data-waiting="" className="contents">
      <Suspense fallback={waiting}>
        <Part {...props} />
        <WhenShown place={place} />
      </Suspense>
    </div>
  )
}

/**
 * Fetches the code of a screen's parts with that of the screen, so that it is shown whole. A rendered page is whole already,
 * and waits for none.
 */
export async function loadParts(...parts: (() => Promise<unknown>)[]): Promise<void> {
  const isThere = typeof document === 'undefined' || document.querySelector('#root[data-waiting]')
  const loading = Promise.all(parts.map(loadChunk))
  // Where it is shown, what did not come says so.
  if (isThere) loading.catch(() => undefined)
  else await loading
}

function WhenShown({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => (place.current ? takeOver(place.current) : undefined), [place])
  return null
}
