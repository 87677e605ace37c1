// Imported before the product's own code: the process then believes that it is two days later than it is.
const AHEAD_MS = 49 * 3_600_000
const TrueDate = Date

globalThis.Date = class extends TrueDate {
  constructor(...parts: [] | ConstructorParameters<DateConstructor>) {
    if (parts.length === 0) super(TrueDate.now() + AHEAD_MS)
    else super(...parts)
  }
  static override now(): number {
    return TrueDate.now() + AHEAD_MS
  }
} as DateConstructor
