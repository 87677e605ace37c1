/** Bubbles from a place that has become React's. */
export const TAKEN_OVER = 'taken-over'

/**
 * Says that a place of the page, which was there before its code, is React's from now on: in a layout effect, since React hears
 * what comes after its commit itself. What was pressed or chosen there
 * before (`public/before-code.js`) is done again.
 */
export function takeOver(place: Element): void {
  place.removeAttribute('data-waiting')
  place.dispatchEvent(new Event(TAKEN_OVER, { bubbles: true }))
  // React hears nothing while it is at work itself.
  setTimeout(() => {
    const { earlyPress, earlyChoice } = window
    if (earlyChoice && isIn(place, earlyChoice.select)) {
      window.earlyChoice = null
      chooseAgain(earlyChoice)
    }
    if (earlyPress && isIn(place, earlyPress)) {
      window.earlyPress = null
      earlyPress.click()
    }
  })
}

/**
 * A press can have React take its place over at once, and be heard by it: then it is not done again. To be called after React
 * was given the root, so that it runs after React's own listener of the same press.
 */
export function hearOnce(root: Element): void {
  root.addEventListener(
    'click',
    () => {
      if (window.earlyPress && !window.earlyPress.closest('[data-waiting]')) window.earlyPress = null
    },
    true,
  )
}

/** Whether an element is in a place, and in no part of it that still waits. */
function isIn(place: Element, element: Element): boolean {
  return place.contains(element) && !element.closest('[data-waiting]')
}

/** The first event has React take the part over, which shows what the page was rendered with; the second it hears. */
function chooseAgain({ select, value }: EarlyChoice): void {
  select.dispatchEvent(new Event('input', { bubbles: true }))
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

interface EarlyChoice {
  select: HTMLSelectElement
  value: string
}

declare global {
  interface Window {
    /** What was pressed last, where that was before React heard it. */
    earlyPress?: HTMLElement | null
    /** What was chosen last, likewise. */
    earlyChoice?: EarlyChoice | null
  }
}
