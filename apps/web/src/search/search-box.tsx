import { useRouter, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'
import { isSlash } from './slash.ts'
import type { ListShown, SuggestionsProps } from './suggestions.tsx'

const Nothing: ComponentType<SuggestionsProps> = () => null
// A box without suggestions still searches.
const Suggestions = lazy<ComponentType<SuggestionsProps>>(() =>
  loadChunk(() => import('./suggestions.tsx')).catch(() => ({ default: Nothing })),
)

const closed: ListShown = { expanded: false, activeId: undefined }

/** The search box of every page. Its suggestions' code comes with the first focus. */
export default function SearchBox() {
  const router = useRouter()
  const { pathname, search: address } = useRouterState({ select: state => state.location })
  const found = pathname === '/search' ? String(address.q ?? '') : ''
  const [text, setText] = useState(found)
  const [isOpen, setIsOpen] = useState(false)
  const [{ expanded, activeId }, setShown] = useState(closed)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed and left does not follow to another page
  useEffect(() => setText(found), [found, pathname])

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isSlash(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  function search(words: string) {
    setText(words)
    setIsOpen(false)
    void router.navigate({ to: '/search', search: { q: words.trim() || undefined } })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows the element for it yet
    <form
      role="search"
      className="relative"
      onSubmit={event => {
        event.preventDefault()
        search(text)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-muted"
      />
      <input
        ref={input}
        role="combobox"
        aria-label="Search phones"
        aria-autocomplete="list"
        aria-expanded={expanded}
        aria-controls={expanded ? id : undefined}
        aria-activedescendant={activeId}
        aria-keyshortcuts="/"
        placeholder="Search phones"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onChange={event => {
          setText(event.target.value)
          setIsOpen(true)
        }}
        onKeyDown={event => event.key === 'Escape' && input.current?.blur()}
        className="peer min-h-11 w-full rounded-full border border-outline/60 bg-surface pr-10 pl-10.5 placeholder:text-muted hover:border-outline focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/35"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3.5 my-auto h-6 rounded-md border border-line px-1.5 text-sm text-muted peer-focus:hidden max-lg:hidden"
      >
        /
      </span>
      {isOpen && (
        <Suspense>
          <Suggestions id={id} text={text} input={input} onShown={setShown} onPick={search} />
        </Suspense>
      )}
    </form>
  )
}
