import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { Search } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { controlClass } from './text-field.tsx'

// Long enough that typing a word asks once.
const PAUSE_MS = 300

interface SearchFieldProps {
  label: string
  /** What is searched for now. */
  value: string
  maxLength: number
  inputRef?: Ref<HTMLInputElement>
  /** Told what to search for, after a pause in typing or on Enter. */
  onSearch: (text: string) => void
}

/** A labelled search that follows the typing. */
export function SearchField({ label, value, maxLength, inputRef, onSearch }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(value)

  // Back, or a button that clears the search, changes it from outside; the answer to one's own typing does not.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    clearTimeout(pause.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  // Who follows a link within the pause is not called back by what they had typed.
  const router: AnyRouter | undefined = useRouter({ warn: false })
  useEffect(
    () =>
      router?.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) clearTimeout(pause.current)
      }),
    [router],
  )

  const ask = (typed: string) => {
    clearTimeout(pause.current)
    asked.current = typed.trim()
    onSearch(asked.current)
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        ask(text)
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <Search aria-hidden="true" className="absolute inset-y-0 left-3.5 my-auto size-5 text-muted" />
        <input
          ref={inputRef}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          value={text}
          className={cx(controlClass, 'pl-11')}
          onChange={event => {
            const typed = event.target.value
            setText(typed)
            clearTimeout(pause.current)
            pause.current = setTimeout(() => ask(typed), PAUSE_MS)
          }}
        />
      </div>
    </form>
  )
}
