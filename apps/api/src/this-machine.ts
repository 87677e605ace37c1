import { BlockList, isIP } from 'node:net'

const thisMachine = new BlockList()
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4')
thisMachine.addSubnet('0.0.0.0', 8, 'ipv4')
thisMachine.addSubnet('::', 127, 'ipv6')

/** Whether a host's name or address is of this machine, as a URL writes it. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const version = isIP(host)
  return version !== 0 && thisMachine.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
