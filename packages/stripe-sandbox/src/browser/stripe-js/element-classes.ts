export type ElementClasses = Partial<Record<keyof typeof defaultClasses, string>>

const defaultClasses = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

export type ShownState = Record<'complete' | 'empty' | 'focus' | 'invalid', boolean>

/** Puts the class names of an element's state on its container, in place of those it had put there before. */
export function showState(
  container: Element,
  state: ShownState | undefined,
  classes: ElementClasses | undefined,
): void {
  const names = { ...defaultClasses, ...classes }
  const wanted = state ? { base: true, ...state } : undefined
  for (const key of Object.keys(defaultClasses) as (keyof typeof defaultClasses)[]) {
    for (const name of names[key].split(/\s+/).filter(Boolean)) {
      container.classList.toggle(name, wanted?.[key] ?? false)
    }
  }
}
