import { digitsOf, formatNumber, maxDigits, numberState } from '../card/card-number.ts'
import { deleteFromExpiry, expiryDigits, expiryState, formatExpiry } from '../card/expiry.ts'
import type { FieldName, FieldState } from '../card/field-errors.ts'
import { postalCodeState } from '../card/postal-code.ts'
import { cvcState, maxCvcLength } from '../card/security-code.ts'

export const fieldNames = ['number', 'expiry', 'cvc', 'postalCode'] as const satisfies readonly FieldName[]

export type Inputs = Record<FieldName, HTMLInputElement>

export function findInputs(): Inputs {
  const input = (id: FieldName): HTMLInputElement => {
    const found = document.getElementById(id)
    if (found instanceof HTMLInputElement) return found
    throw new Error(`The page has no field ${id}.`)
  }
  return { number: input('number'), expiry: input('expiry'), cvc: input('cvc'), postalCode: input('postalCode') }
}

/** How far each field is filled in. */
export function stateOf(inputs: Inputs, field: FieldName): FieldState {
  const number = digitsOf(inputs.number.value)
  if (field === 'number') return numberState(number)
  if (field === 'expiry') return expiryState(expiryDigits(inputs.expiry.value), new Date())
  if (field === 'cvc') return cvcState(digitsOf(inputs.cvc.value), number)
  return postalCodeState(inputs.postalCode.value)
}

export type Edit = { before: string; isDeletion: boolean }

/** Puts what was typed, pasted or filled in into the field's form; the caret stays behind the same digit. */
export function reformat(inputs: Inputs, field: FieldName, edit: Edit): void {
  if (field === 'number') reformatNumber(inputs.number, edit)
  if (field === 'expiry') reformatExpiry(inputs.expiry, edit)
  if (field === 'cvc') {
    write(inputs.cvc, digitsOf(inputs.cvc.value).slice(0, maxCvcLength(digitsOf(inputs.number.value))))
  }
}

function reformatNumber(input: HTMLInputElement, edit: Edit): void {
  const digits = digitsOf(input.value)
  const deletedAGap = edit.isDeletion && digits === digitsOf(edit.before)
  const caret = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
  const kept = deletedAGap ? digits.slice(0, caret - 1) + digits.slice(caret) : digits
  write(input, formatNumber(kept.slice(0, maxDigits(kept))), deletedAGap ? caret - 1 : undefined)
}

function reformatExpiry(input: HTMLInputElement, edit: Edit): void {
  const deletesAtEnd = edit.isDeletion && input.selectionStart === input.value.length
  write(input, deletesAtEnd ? deleteFromExpiry(input.value, edit.before) : formatExpiry(expiryDigits(input.value)))
}

function write(input: HTMLInputElement, text: string, digitsBeforeCaret?: number): void {
  if (input.value === text) return
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const before = digitsBeforeCaret ?? digitsOf(input.value.slice(0, caret)).length
  input.value = text
  if (document.activeElement !== input) return
  const place = isAtEnd && digitsBeforeCaret === undefined ? text.length : placeAfter(text, before)
  input.setSelectionRange(place, place)
}

function placeAfter(text: string, digits: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place
    if (/\d/.test(text[place] ?? '')) seen += 1
  }
  return text.length
}
