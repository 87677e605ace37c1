import type { Metadata } from '../state/records.ts'
import { invalidRequest } from './api-error.ts'
import type { Form, FormValue } from './form-body.ts'

const INTEGER = /^-?\d{1,15}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MAX_TEXT = 5000

/**
 * Reads a request's parameters one by one and refuses what was not asked for, in the provider's words. Every reading
 * throws an ApiError 400 that names the parameter. An empty value unsets: it reads as null where that is allowed.
 */
export class ParamReader {
  readonly #form: Form
  readonly #path: string
  readonly #seen = new Set<string>()
  readonly #children: ParamReader[] = []

  constructor(form: Form, path = '') {
    this.#form = form
    this.#path = path
  }

  /** Refuses every parameter that was not read. Call it last. */
  done(): void {
    const unknown = this.#unread()
    if (unknown.length === 0) return
    throw invalidRequest(`Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`, {
      code: 'parameter_unknown',
      param: unknown[0] ?? '',
    })
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#form, name)
  }

  isHash(name: string): boolean {
    return this.has(name) && typeof this.#form[name] === 'object'
  }

  /** Absent: undefined; empty: null. */
  text(name: string, maxLength = MAX_TEXT): string | null | undefined {
    const value = this.#take(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${this.#name(name)}`, this.#at(name))
    if (value.length > maxLength) {
      throw invalidRequest(`Invalid string: must be at most ${maxLength} characters`, this.#at(name))
    }
    return value === '' ? null : value
  }

  /** Text that may be left out, but not emptied. */
  filledText(name: string): string | undefined {
    const value = this.text(name)
    if (value === null) throw this.#empty(name)
    return value
  }

  requiredText(name: string): string {
    return this.filledText(name) ?? this.#missing(name)
  }

  integer(name: string, bounds: { min?: number; max?: number } = {}): number | undefined {
    const value = this.filledText(name)
    if (value === undefined) return undefined
    const code = 'parameter_invalid_integer'
    if (!INTEGER.test(value)) throw invalidRequest(`Invalid integer: ${value}`, { code, ...this.#at(name) })
    const number = Number(value)
    const bound = (text: string) => invalidRequest(`This value must be ${text}.`, { code, ...this.#at(name) })
    if (bounds.min !== undefined && number < bounds.min) throw bound(`greater than or equal to ${bounds.min}`)
    if (bounds.max !== undefined && number > bounds.max) throw bound(`less than or equal to ${bounds.max}`)
    return number
  }

  requiredInteger(name: string, bounds: { min?: number; max?: number } = {}): number {
    return this.integer(name, bounds) ?? this.#missing(name)
  }

  boolean(name: string): boolean | undefined {
    const value = this.filledText(name)
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true'
    throw invalidRequest(`Invalid boolean: ${value}`, this.#at(name))
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.filledText(name)
    if (value === undefined) return undefined
    const choice = choices.find(one => one === value)
    if (choice) return choice
    throw invalidRequest(`Invalid ${this.#name(name)}: must be one of ${choices.join(', ')}`, this.#at(name))
  }

  /** Refuses the request for want of a parameter. */
  required(name: string): never {
    return this.#missing(name)
  }

  email(name: string): string | null | undefined {
    const value = this.text(name, 800)
    if (value && !EMAIL.test(value)) {
      throw invalidRequest(`Invalid email address: ${value}`, { code: 'email_invalid', ...this.#at(name) })
    }
    return value
  }

  /** A hash; its own parameters are read from the result, and `done` here covers them. */
  hash(name: string): ParamReader | undefined {
    const value = this.#take(name)
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string') throw invalidRequest('Invalid object', this.#at(name))
    const reader = new ParamReader(asHash(value), this.#name(name))
    this.#children.push(reader)
    return reader
  }

  list(name: string): string[] | undefined {
    const value = this.#take(name)
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string') throw invalidRequest('Invalid array', this.#at(name))
    return Object.values(value).map(item => {
      if (typeof item === 'string') return item
      throw invalidRequest('Invalid array', this.#at(name))
    })
  }

  /** What `current` becomes: given keys are set, keys given empty are removed, an empty hash removes all. */
  metadata(current: Metadata = {}): Metadata {
    const value = this.#take('metadata')
    if (value === undefined) return current
    if (value === '') return {}
    if (typeof value === 'string') throw invalidRequest('Invalid object', this.#at('metadata'))
    const next = new Map(Object.entries(current))
    for (const [key, text] of Object.entries(value)) {
      const param = `${this.#name('metadata')}[${key}]`
      if (typeof text !== 'string') throw invalidRequest(`Invalid string: ${param}`, { param })
      if (key.length > 40) throw invalidRequest('Metadata keys can have at most 40 characters.', { param })
      if (text.length > 500) throw invalidRequest('Metadata values can have at most 500 characters.', { param })
      if (text === '') next.delete(key)
      else next.set(key, text)
    }
    if (next.size > 50) throw invalidRequest('Metadata can have at most 50 keys.', { param: this.#name('metadata') })
    return Object.fromEntries(next)
  }

  /** Refuses parameters that the provider knows and this sandbox does not carry out, rather than ignoring them. */
  refuse(...names: string[]): void {
    const name = names.find(one => this.has(one))
    if (name) throw invalidRequest(`The card payment sandbox does not carry out '${this.#name(name)}'.`, this.#at(name))
  }

  #take(name: string): FormValue | undefined {
    this.#seen.add(name)
    return this.has(name) ? this.#form[name] : undefined
  }

  #unread(): string[] {
    const own = Object.keys(this.#form).filter(name => !this.#seen.has(name))
    return [...own.map(name => this.#name(name)), ...this.#children.flatMap(child => child.#unread())]
  }

  #name(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`
  }

  #at(name: string): { param: string } {
    return { param: this.#name(name) }
  }

  #missing(name: string): never {
    const param = this.#name(name)
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }

  #empty(name: string): Error {
    const param = this.#name(name)
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
}

function asHash(value: FormValue[] | Form): Form {
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : value
}
