import { existsSync } from 'node:fs'

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser for tests: CHROMIUM_PATH, or where Debian and others put it. */
export function chromiumPath(): string {
  const path = process.env.CHROMIUM_PATH ?? USUAL_PLACES.find(place => existsSync(place))
  if (path) return path
  throw new Error('No Chromium was found: install it (apt-get install chromium) or set CHROMIUM_PATH to one.')
}
