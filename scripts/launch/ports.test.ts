import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { listening } from '../testing/listening.ts'
import { findConsecutive, requireFreePorts } from './ports.ts'

const wanted = (port: number, host = '127.0.0.1') => [{ port, host, title: 'the site' }]

describe('requireFreePorts', () => {
  test('is content when nothing listens', async () => {
    const port = await findConsecutive(1, 20_000)
    await expect(requireFreePorts(wanted(port))).resolves.toBeUndefined()
  })

  const hasIPv6 = networkInterfaces().lo?.some(({ address }) => address === '::1') ?? false
  test.each(['127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1'] : [])])(
    'names a port that is taken on %s, and another to choose',
    async host => {
      const port = await listening(host)
      await expect(requireFreePorts(wanted(port))).rejects.toThrow(
        new RegExp(`^Port ${port} \\(the site\\) is taken: .*PORT=\\d+ npm start$`),
      )
    },
  )

  test('says that the machine has no such address', async () => {
    const port = await findConsecutive(1, 20_000)
    await expect(requireFreePorts(wanted(port, '192.0.2.1'))).rejects.toThrow('Nothing can listen on HOST 192.0.2.1')
  })
})

test('findConsecutive passes over a row with a taken port in it', async () => {
  const port = await listening('127.0.0.1')
  const first = await findConsecutive(3, port - 1)
  expect([first, first + 1, first + 2]).not.toContain(port)
})
