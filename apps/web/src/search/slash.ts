/** Whether a key asks for the search box: a slash, but not where one types or in a dialog. */
export function isSlash(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  return !(target instanceof Element && target.closest('input,textarea,select,[contenteditable],[role=dialog]'))
}
