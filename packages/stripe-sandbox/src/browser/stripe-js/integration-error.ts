/** A mistake in how the page uses this script; it is for the page's developer. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}
