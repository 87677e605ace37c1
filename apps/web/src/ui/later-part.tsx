import {
  type ComponentType,
  lazy,
  memo,
  type NamedExoticComponent,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'
import { takeOver } from './take-over.ts'

type LaterPart<Props extends object> = NamedExoticComponent<Props> & {
  /**
   * Fetches its code, for the loader of its screen: a screen is shown whole. One that is there rendered is whole already, and
   * does not wait.
   */
  ready(): Promise<void>
}

/**
 * A part of a page, such as the screen of a public one, whose code follows the first load by itself and is no part of it. On
 * a rendered page its markup is there before, and is taken over when the code has come.
 *
 * Its props are plain values: others, which differ each time, would have React draw it again instead. A route of one has
 * `codeSplitGroupings: []`: its component is this, and no file to wait for.
 */
export function laterPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LaterPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    const chunk = await loadChunk(load)
    loaded = chunk.default
    return chunk
  }
  const late = lazy(fetchPart) as ComponentType<Props>
  const part = () => loaded ?? late
  const shown = memo<Props>(props => <Place {...{ part, props }} />)
  return Object.assign(shown, {
    async ready() {
      const isThere = typeof document === 'undefined' || document.querySelector('#root[data-waiting]')
      const fetching = fetchPart()
      // Where it is shown, what did not come says so.
      if (isThere) fetching.catch(() => undefined)
      else await fetching
    },
  })
}

function Place<Props extends object>({ part, props }: { part: () => ComponentType<Props>; props: Props }) {
  const place = useRef<HTMLDivElement>(null)
  // What is loaded is shown at once, so that the page has its heading when it takes the focus.
  const [Part] = useState(part)
  return (
    <div ref={place} data-waiting="" className="contents">
      <Suspense>
        <Part {...props} />
        <WhenShown place={place} />
      </Suspense>
    </div>
  )
}

function WhenShown({ place }: { place: RefObject<HTMLElement | null> }): ReactNode {
  useLayoutEffect(() => {
    if (place.current) takeOver(place.current)
  }, [place])
  return null
}
