import { useEffect, useRef } from 'react'
import { useLazy } from '#ui/use-lazy.ts'
import { isSlash } from './slash.ts'

/** The place of the search box in the top navigation. Its code comes after the screen is there. */
export function SearchSlot() {
  const Box = useLazy(() => import('./search-box.tsx'))
  const slot = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)

  // A slash that is pressed before the box is there focuses it when it comes, unless one types elsewhere by then.
  useEffect(() => {
    if (Box) {
      if (isAsked.current && !document.activeElement?.matches('input,textarea,select')) {
        slot.current?.querySelector('input')?.focus()
      }
      return
    }
    const remember = (event: KeyboardEvent) => {
      if (!isSlash(event)) return
      event.preventDefault()
      isAsked.current = true
    }
    addEventListener('keydown', remember)
    return () => removeEventListener('keydown', remember)
  }, [Box])

  // As large as the box, so that nothing moves when it comes.
  return (
    <div
      ref={slot}
      className="order-1 min-h-11 w-full rounded-full bg-surface lg:order-none lg:mx-4 lg:max-w-md lg:flex-1"
    >
      {Box ? (
        <Box />
      ) : (
        <noscript>
          <search>
            <form action="/search" className="flex gap-2">
              <input
                name="q"
                type="search"
                aria-label="Search phones"
                placeholder="Search phones"
                className="min-h-11 w-full rounded-full border border-outline bg-surface px-4"
              />
              <button type="submit" className="min-h-11 rounded-full border border-outline bg-surface px-4">
                Search
              </button>
            </form>
          </search>
        </noscript>
      )}
    </div>
  )
}
