/** JSON for a script element: it ends no element and begins no comment. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
