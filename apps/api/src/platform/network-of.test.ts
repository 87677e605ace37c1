import { expect, it } from 'vitest'
import { addressIn, networkOf, networksOf } from './network-of.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:C000:0207', '192.0.2.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.7:5030', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2'],
  ['2001:db8:1:2::3:443', '2001:db8:1:2'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['64:ff9b::c000:207', '192.0.2.7'],
  ['2002:c000:207:1::5', '192.0.2.7'],
  ['no address', 'no address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('of IPv6 counts for the networks around it too', () => {
  expect(networksOf('2001:db8:77:44ab::7')).toEqual([
    { name: '2001:db8:77:44ab', times: 1 },
    { name: '2001:db8:77:4400/56', times: 4 },
    { name: '2001:db8:77:0/48', times: 16 },
  ])
  expect(networksOf('192.0.2.7')).toEqual([{ name: '192.0.2.7', times: 1 }])
})

it.each(['', 'unknown', '_hidden', '192.0.2.7:', '192.0.2.7:x', '192.0.2.7:123456', '[192.0.2', '192.0.2.777'])(
  '%j is no address',
  text => {
    expect(addressIn(text)).toBeNull()
  },
)
