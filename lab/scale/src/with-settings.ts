/**
 * A configuration with some of its words replaced.
 * @throws Error when it does not hold one of them
 */
export function withSettings(template: string, replaced: Record<string, string>): string {
  return Object.entries(replaced).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The configuration does not say "${from}"`)
    return text.replaceAll(from, to)
  }, template)
}
