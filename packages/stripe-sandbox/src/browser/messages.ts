import type { Brand } from './card/brand.ts'
import type { ValidationError } from './card/field-errors.ts'

// What passes between the script in the product's page and the sandbox's frames, over one MessagePort a frame. The
// port is handed over by the only window message, so that no other page can take part. Card data is in none of these.

/** The window message that hands a frame its port. */
export const CONNECT = 'card-payments:connect'

export type StyleValue = string | number
export type StyleVariant = { [property: string]: StyleValue | { [property: string]: StyleValue } }
export type ElementStyle = Partial<Record<'base' | 'complete' | 'empty' | 'invalid', StyleVariant>>

/** The card element's options that its frame draws. */
export type CardOptions = {
  style?: ElementStyle
  hidePostalCode?: boolean
  hideIcon?: boolean
  disabled?: boolean
  placeholder?: string
  value?: { postalCode?: string }
}

export type CardChange = {
  empty: boolean
  complete: boolean
  error: ValidationError | undefined
  brand: Brand
  value: { postalCode: string }
}

/** What the frame is to make of the card: a payment method or a token, with these parameters besides the card's. */
export type CollectRequest = { number: number; as: 'payment_method' | 'token'; key: string; params: FormParams }

export type FormParams = { [name: string]: FormParam }
export type FormParam = string | number | boolean | null | undefined | FormParams | FormParam[]

/** An API object, or an error in the provider's shape. */
export type CollectResult = { object: ApiObject } | { error: ApiFailure }
export type ApiObject = { id: string; object: string; [member: string]: unknown }
export type ApiFailure = { type: string; message: string; [member: string]: unknown }

export type ToCardFrame =
  | { type: 'options'; options: CardOptions }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'clear' }
  | { type: 'collect'; request: CollectRequest }

export type FromCardFrame =
  | { type: 'ready' }
  | { type: 'change'; change: CardChange }
  | { type: 'focus' }
  | { type: 'blur' }
  | { type: 'escape' }
  | { type: 'submit' }
  | { type: 'height'; pixels: number }
  | { type: 'collected'; number: number; result: CollectResult }

export type FromChallengeFrame = { type: 'shown' } | { type: 'over' }
