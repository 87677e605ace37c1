import ipaddr from 'ipaddr.js'

/**
 * What counts as one address: IPv4 as it is, also where it is written as IPv6; of IPv6 the first 64 bits. A provider gives one
 * line that much at least, and whoever has the line changes the rest at will. Some get more: a shorter prefix would make one of
 * neighbours who have nothing to do with each other.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return parsed.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')
}
