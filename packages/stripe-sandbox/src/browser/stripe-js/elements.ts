import { CardElement, type CardElementOptions } from './card-element.ts'
import { IntegrationError } from './integration-error.ts'

/** The elements of one form. Only `card` is drawn here; at most one at a time, as with the provider. */
export class Elements {
  #card: CardElement | null = null

  create(type: string, options: CardElementOptions = {}): CardElement {
    if (type !== 'card') {
      throw new IntegrationError(`The card payment sandbox draws the 'card' Element only, not '${type}'.`)
    }
    if (this.#card) throw new IntegrationError('Can only create one Element of type card through elements().')
    this.#card = new CardElement(options, () => {
      this.#card = null
    })
    return this.#card
  }

  /** Takes the type's name, or a React component that carries it. */
  getElement(type: string | { __elementType?: string }): CardElement | null {
    const name = typeof type === 'string' ? type : type?.__elementType
    return name === 'card' ? this.#card : null
  }

  /** Options of the whole group, such as locale and fonts, have no effect here. */
  update(_options: object): void {}
}
