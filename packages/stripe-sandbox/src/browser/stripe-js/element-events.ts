export type Handler = (event: Record<string, unknown>) => unknown

/** The handlers of one element, by event. */
export class ElementEvents {
  readonly #handlers = new Map<string, Handler[]>()

  on(event: string, handler: Handler): void {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler])
  }

  once(event: string, handler: Handler): void {
    const onlyOnce: Handler = payload => {
      this.off(event, onlyOnce)
      handler(payload)
    }
    this.on(event, onlyOnce)
  }

  /** Takes back one handler, or all of the event. */
  off(event: string, handler?: Handler): void {
    const left = handler ? (this.#handlers.get(event) ?? []).filter(one => one !== handler) : []
    this.#handlers.set(event, left)
  }

  /** Calls the handlers; one that throws does not keep the others from being called. */
  emit(event: string, payload: Record<string, unknown>): void {
    for (const handler of this.#handlers.get(event) ?? []) {
      try {
        handler(payload)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
