import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** Ranges by name, as the server's framework knows them. */
const named = ['loopback', 'linklocal', 'uniquelocal']
const BITS = { 4: 32, 6: 128 } as const

/** A list of the proxies in front of the server, with commas between: addresses, ranges, or ranges by name; `none` for no proxy. */
export const TrustedProxies = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list: string) => (list.trim() === 'none' ? [] : list.split(',').map(proxy => proxy.trim()))),
  ),
  z.array(
    z.string().check(
      z.refine(isProxy, {
        error: `must list addresses, ranges such as 10.0.0.0/8, or ${named.join(', ')}, separated by commas`,
      }),
    ),
  ),
)

// A range of everyone would let anyone say where they come from.
function isProxy(text: string): boolean {
  if (named.includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  const widest = BITS[version as 4 | 6]
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= widest)
}
