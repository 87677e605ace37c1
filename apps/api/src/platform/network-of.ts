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
 * Some get more: a shorter prefix would make one of neighbours who have nothing to do with each other.
 */
export function networkOf(given: string): string {
  const address = addressIn(given)
  if (address === null) return given
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return address
  const at = embedded[parsed.range()]
  if (at !== undefined) return ipaddr.fromByteArray(parsed.toByteArray().slice(2 * at, 2 * at + 4)).toString()
  return parsed.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')
}
