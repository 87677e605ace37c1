/** Where a session is begun or renewed from. */
export interface SessionOrigin {
  /** The browser, as it names itself. */
  device: string | null
  network: string | null
}
