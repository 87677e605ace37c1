import type { CardChange, CardOptions, CollectRequest, CollectResult, FromCardFrame, ToCardFrame } from '../messages.ts'
import { type ElementClasses, showState } from './element-classes.ts'
import { ElementEvents, type Handler } from './element-events.ts'
import { IntegrationError } from './integration-error.ts'
import { onLabelClick, submitFormOf } from './labels.ts'
import { openFrame, setStyles } from './open-frame.ts'

export type CardElementOptions = CardOptions & { classes?: ElementClasses; [other: string]: unknown }

type Mounted = {
  container: HTMLElement
  frame: HTMLIFrameElement
  /** Messages for a frame that has not loaded yet wait here. */
  waiting: ToCardFrame[]
  port: MessagePort | undefined
  collecting: Map<number, (result: CollectResult) => void>
  endLabels: () => void
}

const untouched: CardChange = {
  empty: true,
  complete: false,
  error: undefined,
  brand: 'unknown',
  value: { postalCode: '' },
}

/** The `card` element: a frame of the sandbox's origin in the page's container, and nothing of the card outside it. */
export class CardElement {
  readonly _elementType = 'card'
  readonly #events = new ElementEvents()
  readonly #onDestroy: () => void
  #options: CardElementOptions
  #mounted: Mounted | undefined
  #isDestroyed = false
  #change = untouched
  #isFocused = false
  #collected = 0

  constructor(options: CardElementOptions, onDestroy: () => void) {
    this.#options = options
    this.#onDestroy = onDestroy
  }

  mount(target: string | HTMLElement): void {
    this.#requireLife()
    const container = containerOf(target)
    if (this.#mounted?.container === container) return
    this.unmount()
    const frame = openFrame('/v3/element', {
      title: 'Secure card payment input frame',
      onPort: port => this.#connect(frame, port),
    })
    frame.setAttribute('scrolling', 'no')
    setStyles(frame, { width: '100%', height: '24px', display: 'block', background: 'transparent' })
    container.replaceChildren(frame)
    const endLabels = onLabelClick(container, () => this.focus())
    this.#mounted = { container, frame, waiting: [], port: undefined, collecting: new Map(), endLabels }
    this.#show()
  }

  unmount(): void {
    const mounted = this.#mounted
    if (!mounted) return
    this.#mounted = undefined
    mounted.endLabels()
    mounted.port?.close()
    mounted.frame.remove()
    for (const answer of mounted.collecting.values()) answer({ error: notMounted })
    showState(mounted.container, undefined, this.#options.classes)
    this.#change = untouched
    this.#isFocused = false
  }

  destroy(): void {
    this.#requireLife()
    this.unmount()
    this.#isDestroyed = true
    this.#onDestroy()
  }

  update(options: CardElementOptions): void {
    this.#requireLife()
    const { container } = this.#mounted ?? {}
    if (container) showState(container, undefined, this.#options.classes)
    this.#options = { ...this.#options, ...options }
    this.#show()
    this.#send({ type: 'options', options: drawnOptions(this.#options) })
  }

  focus(): void {
    this.#mounted?.frame.focus()
    this.#send({ type: 'focus' })
  }

  blur(): void {
    this.#send({ type: 'blur' })
  }

  clear(): void {
    this.#send({ type: 'clear' })
  }

  on(event: string, handler: Handler): this {
    this.#events.on(event, handler)
    return this
  }

  once(event: string, handler: Handler): this {
    this.#events.once(event, handler)
    return this
  }

  off(event: string, handler?: Handler): this {
    this.#events.off(event, handler)
    return this
  }

  /** Has the frame make a payment method or a token of the card. */
  _collect(request: Omit<CollectRequest, 'number'>): Promise<CollectResult> {
    const mounted = this.#mounted
    if (!mounted) return Promise.reject(new IntegrationError(notMounted.message))
    const number = ++this.#collected
    return new Promise(resolve => {
      mounted.collecting.set(number, resolve)
      this.#send({ type: 'collect', request: { ...request, number } })
    })
  }

  #connect(frame: HTMLIFrameElement, port: MessagePort): void {
    const mounted = this.#mounted
    if (!mounted || mounted.frame !== frame) return
    mounted.port?.close()
    mounted.port = port
    this.#change = untouched
    this.#isFocused = false
    this.#show()
    port.onmessage = ({ data }) => this.#receive(mounted, data)
    port.postMessage({ type: 'options', options: drawnOptions(this.#options) })
    for (const message of mounted.waiting.splice(0)) port.postMessage(message)
  }

  #send(message: ToCardFrame): void {
    if (this.#mounted?.port) this.#mounted.port.postMessage(message)
    else if (message.type !== 'options') this.#mounted?.waiting.push(message)
  }

  #receive(mounted: Mounted, message: FromCardFrame): void {
    if (mounted !== this.#mounted) return
    if (message.type === 'height') setStyles(mounted.frame, { height: `${message.pixels}px` })
    else if (message.type === 'submit') submitFormOf(mounted.container)
    else if (message.type === 'collected') {
      mounted.collecting.get(message.number)?.(message.result)
      mounted.collecting.delete(message.number)
    } else this.#tell(message)
  }

  #tell(message: FromCardFrame): void {
    if (message.type === 'change') this.#change = message.change
    if (message.type === 'focus') this.#isFocused = true
    if (message.type === 'blur') this.#isFocused = false
    this.#show()
    this.#events.emit(message.type, { elementType: 'card', ...(message.type === 'change' && message.change) })
  }

  #show(): void {
    if (!this.#mounted) return
    const { empty, complete, error } = this.#change
    const state = { empty, complete, invalid: error !== undefined, focus: this.#isFocused }
    showState(this.#mounted.container, state, this.#options.classes)
  }

  #requireLife(): void {
    if (this.#isDestroyed) {
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    }
  }
}

const notMounted = {
  type: 'invalid_request_error',
  message:
    'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
}

function containerOf(target: string | HTMLElement): HTMLElement {
  const container = typeof target === 'string' ? document.querySelector(target) : target
  if (container instanceof HTMLElement) return container
  throw new IntegrationError(
    `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
  )
}

/** Only what can cross to the frame and is drawn there. */
function drawnOptions({
  style,
  hidePostalCode,
  hideIcon,
  disabled,
  placeholder,
  value,
}: CardElementOptions): CardOptions {
  const drawn = { style, hidePostalCode, hideIcon, disabled, placeholder, value }
  return JSON.parse(JSON.stringify(drawn))
}
