import { brandRule } from '../card/brand.ts'
import { digitsOf, formatNumber } from '../card/card-number.ts'
import { type FieldName, fieldError, type ValidationError } from '../card/field-errors.ts'
import type { CardChange, CardOptions } from '../messages.ts'
import { fieldNames, findInputs, type Inputs, reformat, stateOf } from './card-fields.ts'
import { drawIcon } from './icons.ts'
import { applyStyle } from './style.ts'

export type CardFormListener = {
  changed(change: CardChange): void
  focused(): void
  blurred(): void
  escaped(): void
  submitted(): void
}

/** The form in the frame: what is typed, what is wrong with it, and how it looks. */
export class CardForm {
  readonly inputs: Inputs = findInputs()
  readonly #listener: CardFormListener
  readonly #form = document.forms[0] ?? document.createElement('form')
  readonly #left = new Set<FieldName>()
  readonly #before = new Map<FieldName, string>()
  #options: CardOptions = {}
  #isSubmitted = false
  #hasFocus = false
  #told = ''

  constructor(listener: CardFormListener) {
    this.#listener = listener
    for (const field of fieldNames) this.#watch(field)
    this.#form.addEventListener('submit', event => event.preventDefault())
    this.#form.addEventListener('mousedown', event => this.#focusFromGap(event))
    new ResizeObserver(() => this.#draw()).observe(this.#form)
    this.#draw()
  }

  setOptions(options: CardOptions): void {
    const prefilled = options.value?.postalCode
    const isNew = prefilled !== this.#options.value?.postalCode
    if (prefilled !== undefined && isNew) this.inputs.postalCode.value = prefilled
    this.#options = options
    this.#form.classList.add('ready')
    this.#update()
  }

  focus(): void {
    const first = this.#fields().find(field => stateOf(this.inputs, field) !== 'complete')
    this.inputs[first ?? 'number'].focus()
  }

  blur(): void {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  clear(): void {
    for (const field of fieldNames) this.inputs[field].value = ''
    this.#left.clear()
    this.#isSubmitted = false
    this.#update()
  }

  /** The first thing that keeps the card from being used; until something is typed, empty fields count as mistakes. */
  submit(): ValidationError | undefined {
    this.#isSubmitted = true
    this.#update()
    return this.#firstError()
  }

  #watch(field: FieldName): void {
    const input = this.inputs[field]
    input.addEventListener('input', event => {
      const isDeletion = event instanceof InputEvent && event.inputType.startsWith('delete')
      reformat(this.inputs, field, { before: this.#before.get(field) ?? '', isDeletion })
      this.#left.delete(field)
      this.#isSubmitted = false
      this.#update()
      if (!isDeletion && document.activeElement === input) this.#advance(field)
    })
    input.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.#listener.escaped()
      if (event.key === 'Enter') this.#listener.submitted()
      if (event.key === 'Backspace' && input.value === '') this.#goBack(field, event)
    })
    input.addEventListener('focus', () => {
      if (!this.#hasFocus) {
        this.#hasFocus = true
        this.#listener.focused()
      }
      this.#draw()
    })
    input.addEventListener('blur', event => {
      this.#left.add(field)
      if (!(event.relatedTarget instanceof HTMLInputElement)) {
        this.#hasFocus = false
        this.#listener.blurred()
      }
      this.#update()
    })
    for (const type of ['mouseenter', 'mouseleave']) input.addEventListener(type, () => this.#draw())
  }

  /** A number, date or code that is finished hands on to the next field, when its caret is at the end. */
  #advance(field: FieldName): void {
    const input = this.inputs[field]
    const isAtEnd = input.selectionStart === input.value.length
    const fields = this.#fields()
    const next = fields[fields.indexOf(field) + 1]
    if (!next || !isAtEnd || stateOf(this.inputs, field) !== 'complete') return
    if (field === 'postalCode' || stateOf(this.inputs, next) === 'complete') return
    this.inputs[next].focus()
  }

  #goBack(field: FieldName, event: KeyboardEvent): void {
    const fields = this.#fields()
    const previous = fields[fields.indexOf(field) - 1]
    if (!previous) return
    event.preventDefault()
    const input = this.inputs[previous]
    input.focus()
    input.setSelectionRange(input.value.length, input.value.length)
  }

  #focusFromGap(event: MouseEvent): void {
    if (event.target instanceof HTMLInputElement || this.#options.disabled) return
    event.preventDefault()
    if (!this.#hasFocus) this.focus()
  }

  #fields(): FieldName[] {
    return fieldNames.filter(field => field !== 'postalCode' || !this.#options.hidePostalCode)
  }

  #errorOf(field: FieldName): ValidationError | undefined {
    const isLeft = this.#left.has(field)
    return fieldError(field, stateOf(this.inputs, field), { isLeft, isSubmitted: this.#isSubmitted })
  }

  #firstError(): ValidationError | undefined {
    return this.#fields()
      .map(field => this.#errorOf(field))
      .find(error => error !== undefined)
  }

  #update(): void {
    this.#draw()
    const fields = this.#fields()
    const change: CardChange = {
      empty: fields.every(field => this.inputs[field].value === ''),
      complete: fields.every(field => stateOf(this.inputs, field) === 'complete'),
      error: this.#firstError(),
      brand: brandRule(digitsOf(this.inputs.number.value)).brand,
      value: { postalCode: this.#options.hidePostalCode ? '' : this.inputs.postalCode.value },
    }
    const told = JSON.stringify(change)
    const isUntouched = this.#told === '' && change.empty && !change.error
    if (told !== this.#told && !isUntouched) this.#listener.changed(change)
    this.#told = isUntouched ? '' : told
  }

  #draw(): void {
    const { inputs } = this
    const number = digitsOf(inputs.number.value)
    const active = document.activeElement
    const isNarrow = this.#form.clientWidth < 24 * Number.parseFloat(getComputedStyle(this.#form).fontSize)
    const isElsewhere = active instanceof HTMLInputElement && active !== inputs.number
    const isWhole = stateOf(inputs, 'number') === 'complete'
    this.#form.classList.toggle('narrow', isNarrow)
    this.#form.classList.toggle('collapsed', active !== inputs.number && (isWhole || (isNarrow && isElsewhere)))
    inputs.number.placeholder = this.#options.placeholder ?? 'Card number'
    inputs.postalCode.parentElement?.toggleAttribute('hidden', this.#options.hidePostalCode ?? false)
    const error = this.#firstError()
    for (const field of fieldNames) {
      const isInvalid = this.#errorOf(field) !== undefined
      inputs[field].disabled = this.#options.disabled ?? false
      inputs[field].setAttribute('aria-invalid', String(isInvalid))
      this.#before.set(field, inputs[field].value)
      const state = stateOf(inputs, field)
      applyStyle(
        inputs[field],
        this.#options.style,
        isInvalid ? 'invalid' : state === 'incomplete' ? 'base' : variantOf(state),
      )
    }
    applyStyle(this.#form, this.#options.style, error ? 'invalid' : 'base')
    this.#form.style.setProperty('--last-digits', String(formatNumber(number).split(' ').at(-1)?.length ?? 4))
    drawIcon({
      brand: brandRule(number).brand,
      isInvalid: error !== undefined,
      isHidden: this.#options.hideIcon ?? false,
    })
    const problem = document.getElementById('problem')
    if (problem && problem.textContent !== (error?.message ?? '')) problem.textContent = error?.message ?? ''
  }
}

function variantOf(state: string): 'complete' | 'empty' | 'base' {
  return state === 'complete' || state === 'empty' ? state : 'base'
}
