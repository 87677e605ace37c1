import { networkOf } from '#platform/network-of.ts'

/** How much is kept of what a browser says of itself. */
const DEVICE_MAX_LENGTH = 300

/** Where a session is begun or renewed from. */
export interface SessionOrigin {
  /** The browser, as it names itself. */
  device: string | null
  network: string | null
}

/** Where a call comes from, of what it says of its browser and its address. */
export function sessionOrigin(device: string | undefined, address: string | undefined): SessionOrigin {
  return {
    device: device?.slice(0, DEVICE_MAX_LENGTH) ?? null,
    network: address === undefined ? null : networkOf(address),
  }
}
