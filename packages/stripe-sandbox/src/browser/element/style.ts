import type { ElementStyle, StyleValue, StyleVariant } from '../messages.ts'

type Variant = keyof ElementStyle

/** The properties that a page may set, and what each is called in CSS. */
const properties: Record<string, string> = {
  backgroundColor: 'background-color',
  color: 'color',
  fontFamily: 'font-family',
  fontSize: 'font-size',
  fontSmoothing: '-webkit-font-smoothing',
  fontStyle: 'font-style',
  fontVariant: 'font-variant',
  fontWeight: 'font-weight',
  letterSpacing: 'letter-spacing',
  lineHeight: 'line-height',
  textDecoration: 'text-decoration',
  textShadow: 'text-shadow',
  textTransform: 'text-transform',
  iconColor: '--icon-color',
}

/** Where what is set for a pseudo-element goes: custom properties that the style sheet reads. */
const pseudoProperties: Record<string, Record<string, string>> = {
  '::placeholder': { color: '--placeholder-color' },
  '::selection': { color: '--selection-color', backgroundColor: '--selection-background' },
  ':-webkit-autofill': { color: '--autofill-color' },
}

/**
 * Styles a field, or the whole form, as the page's `style` option says for its state. Values are set one by one, so
 * that none can be more than the value of its property.
 */
export function applyStyle(element: HTMLElement, style: ElementStyle | undefined, variant: Variant): void {
  for (const name of [...element.style]) element.style.removeProperty(name)
  const variants = [style?.base, variant === 'base' ? undefined : style?.[variant]]
  for (const one of variants) {
    if (!one) continue
    set(element, one, properties)
    for (const pseudo of [':hover', ':focus', ':disabled'])
      if (element.matches(pseudo)) set(element, one[pseudo], properties)
    for (const [pseudo, names] of Object.entries(pseudoProperties)) set(element, one[pseudo], names)
  }
}

function set(
  element: HTMLElement,
  values: StyleVariant[string] | StyleVariant | undefined,
  names: Record<string, string>,
) {
  if (typeof values !== 'object') return
  for (const [property, value] of Object.entries(values)) {
    const name = Object.hasOwn(names, property) ? names[property] : undefined
    if (name && typeof value !== 'object') element.style.setProperty(name, asCss(value))
  }
}

function asCss(value: StyleValue): string {
  return String(value)
}
