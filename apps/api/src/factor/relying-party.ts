import type { Platform } from '#platform/platform.ts'

/** For whom passkeys are made, as WebAuthn names it: the site's host, and the one origin whose pages may ask for them. */
export function relyingPartyOf({ publicUrl }: Pick<Platform, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin, rpName: 'Second Ring' }
}
