import { useMemo } from 'react'
import { storedJson } from '#api-client/stored-json.ts'
import type { FormDraft } from '#ui/typed-text.ts'
import { useAccount } from './session-context.ts'

/**
 * What whoever is signed in typed into a form and has not sent, in this tab. Undefined for a visitor.
 * @param name of the form, with the id of what it is about
 */
export function useFormDraft(name: string): FormDraft | undefined {
  const userId = useAccount()?.id
  return useMemo(() => (userId === undefined ? undefined : formDraft(`${name}:${userId}`)), [name, userId])
}

/** A draft in the tab's storage. One whose texts are all empty is none. */
export function formDraft(key: string): FormDraft {
  const stored = storedJson(key, () => sessionStorage)
  return {
    read: () => textsOf(stored.read() ?? {}),
    store: fields => {
      const texts = textsOf(fields)
      stored.store(Object.values(texts).some(text => text !== '') ? texts : null)
    },
    clear: () => stored.store(null),
  }
}

function textsOf(fields: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}
