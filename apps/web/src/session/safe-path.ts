// Browsers read a backslash as a slash, and drop tabs and line breaks: both can turn a path into another host.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is rejected
const DISGUISES = /[\\\u0000-\u001f\u007f]/

/** The path of this site that a remembered `from` names; undefined when it names anything else. */
export function safePath(from: unknown): string | undefined {
  if (typeof from !== 'string' || !from.startsWith('/') || from.startsWith('//') || DISGUISES.test(from))
    return undefined
  const url = new URL(from, location.origin)
  if (url.origin !== location.origin) return undefined
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') || path.startsWith('/login') ? undefined : path
}
