import { createContext } from 'react'

/** Where the text of a form is stored that is not sent yet, for whoever comes back to it in this tab. */
export interface FormDraft {
  /** What was typed, by field; empty where nothing was. */
  read(): Record<string, string>
  /** Stores what is typed. */
  store(fields: Record<string, unknown>): void
  /** Removes it: it was sent, or is not wanted any more. */
  clear(): void
}

/** What was typed or chosen in a form and is not sent. */
export interface TypedText {
  draft: FormDraft | undefined
}

/** By which a form tells the dialog around it what was typed in it; undefined when nothing was. */
export const TypedTextContext = createContext<((typed: TypedText | undefined) => void) | null>(null)
