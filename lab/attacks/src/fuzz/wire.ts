/** `newcomer` holds the identity provider's token instead of the product's; `forger` holds nothing good. */
export const callers = ['visitor', 'buyer', 'seller', 'admin', 'newcomer', 'forger'] as const
export type Caller = (typeof callers)[number]

/** A request to be made, written out. */
export interface Wire {
  target: string
  caller: Caller
  /** `broken`: not even HTTP's and JSON's own rules are kept, so that it may be closed without an answer. */
  kind: 'good' | 'spoilt' | 'broken'
  method: string
  /** As it stands in the first line. */
  path: string
  headers: Record<string, string>
  body: string | null
}

/** Percent-encoded, whatever it is. */
export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
