import { SEARCH_MAX_LENGTH } from '@second-ring/contracts/search/filters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Search } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'

// Short enough to feel at once, long enough that a quick hand asks once.
const PAUSE_MS = 140
const FRESH_MS = 60_000

/** What the box must tell of its list to readers. */
export interface ListShown {
  expanded: boolean
  activeId: string | undefined
}

export interface SuggestionsProps {
  /** The id of the list. */
  id: string
  text: string
  input: RefObject<HTMLInputElement | null>
  onShown: (shown: ListShown) => void
  onPick: (name: string) => void
}

/** What the text in a search box may be about to become: a list under it, gone through with the arrow keys. */
export default function Suggestions({ id, text, input, onShown, onPick }: SuggestionsProps) {
  const asked = usePaused(text.trim())
  const { data } = useQuery(
    useTRPC().search.suggest.queryOptions(
      { text: asked },
      {
        enabled: asked !== '' && asked.length <= SEARCH_MAX_LENGTH,
        staleTime: FRESH_MS,
        retry: false,
        placeholderData: keepPreviousData,
      },
    ),
  )
  const [active, setActive] = useState(-1)
  const [closedFor, setClosedFor] = useState<string>()
  const names = asked === '' || text.trim() === '' || closedFor === text ? [] : (data ?? [])
  const expanded = names.length > 0
  const activeId = expanded && names[active] !== undefined ? `${id}-${active}` : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each letter typed the choice begins again
  useEffect(() => setActive(-1), [text])

  const tell = useEffectEvent(onShown)
  useEffect(() => tell({ expanded, activeId }), [expanded, activeId])
  useEffect(() => () => tell({ expanded: false, activeId: undefined }), [])

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!expanded) {
      if (event.key === 'ArrowDown') setClosedFor(undefined)
      return
    }
    const name = names[active]
    // From the box down to the first, from the first up to the box, and round.
    const move = (step: number) => setActive(((active + 1 + step + names.length + 1) % (names.length + 1)) - 1)
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && name !== undefined) onPick(name)
    else if (event.key === 'Escape') setClosedFor(text)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const { current } = input
    const listen = (event: KeyboardEvent) => onKey(event)
    current?.addEventListener('keydown', listen)
    return () => current?.removeEventListener('keydown', listen)
  }, [input])

  return (
    <>
      <p role="status" className="sr-only">
        {expanded && `${names.length} ${names.length === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys`}
      </p>
      {expanded && (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-40 mt-1.5 overflow-hidden rounded-2xl border border-line bg-surface p-1.5 shadow-toast"
        >
          {names.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The box keeps the focus, so that the list is still there when the press ends.
              onMouseDown={event => event.preventDefault()}
              onClick={() => onPick(name)}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-xl px-3 hover:bg-sunken lg:min-h-10',
                index === active && 'bg-accent-soft text-accent-ink',
              )}
            >
              <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="truncate">{name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
