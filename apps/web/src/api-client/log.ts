/** Leaves a trace of a failure that the specification shows nobody. */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the browser's console is where the web logs
  console.warn(what, error)
}
