import ipaddr from 'ipaddr.js'

/** IPv6 addresses with an IPv4 address in them, and in which of their groups of 16 bits it begins. */
const embedded: Record<string, number> = { rfc6052: 6, '6to4': 1 }

/**
 * Returns an address as proxies write it, without the port of its connection: `192.0.2.7:5030` and `[2001:db8::1]:443` too.
 * Null for what is no address.
 */
export function addressIn(text: string): string | null {
  const address = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([^:]+):\d{1,5}$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
}

/**
 * What counts as one address: IPv4 as it is, also where it is written as IPv6 or comes through a gateway between the two; of
 * IPv6 the first 64 bits. A provider gives one line that much at least, and whoever has the line changes the rest at will.
 */
export function networkOf(given: string): string {
  return networksOf(given)[0].name
}

/** A network of addresses, and how many times the limit of one address it has. */
export interface Network {
  name: string
  times: (typeof NETWORK_TIMES)[number]
}

/** Of an address, and of the first 56 and 48 bits of IPv6. */
export const NETWORK_TIMES = [1, 4, 16] as const

/**
 * The networks that something from an address counts for. Of IPv6 many a home has the first 56 bits, and a tunnel for nothing the
 * first 48, so these are counted too; but neighbours may share them, who have nothing to do with each other.
 * @returns that of {@link networkOf} first
 */
export function networksOf(given: string): [Network, ...Network[]] {
  const address = addressIn(given)
  if (address === null) return [{ name: given, times: 1 }]
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return [{ name: address, times: 1 }]
  const at = embedded[parsed.range()]
  if (at !== undefined) {
    return [{ name: ipaddr.fromByteArray(parsed.toByteArray().slice(2 * at, 2 * at + 4)).toString(), times: 1 }]
  }
  const startOf = (bits: number) => ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).parts.slice(0, 4)
  const inHex = (parts: number[]) => parts.map(group => group.toString(16)).join(':')
  return [
    { name: inHex(startOf(64)), times: 1 },
    { name: `${inHex(startOf(56))}/56`, times: 4 },
    { name: `${inHex(startOf(48))}/48`, times: 16 },
  ]
}
