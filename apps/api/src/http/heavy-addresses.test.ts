import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createHeavyAddresses } from './heavy-addresses.ts'

const from = (address: string, headers: Record<string, string> = {}) => {
  const request = new IncomingMessage(new Socket())
  Object.defineProperty(request.socket, 'remoteAddress', { value: '10.0.0.1' })
  Object.assign(request.headers, { 'x-forwarded-for': address, ...headers })
  return request
}

function opened() {
  let at = 0
  const heavy = createHeavyAddresses(['10.0.0.1'], () => at)
  return {
    ask: (address: string, headers?: Record<string, string>) => heavy.givesWay(from(address, headers)),
    askOften(address: string, times: number, headers?: Record<string, string>) {
      for (let n = 0; n < times; n += 1) heavy.givesWay(from(address, headers))
    },
    pass(ms: number) {
      at += ms
    },
  }
}

const LARGE = { 'content-length': '65536' }

it('everybody gives way when nobody asks for most', () => {
  const { ask, askOften } = opened()
  for (let n = 0; n < 20; n += 1) askOften(`192.0.2.${n}`, 100)
  expect(ask('192.0.2.1')).toBe(true)
  expect(ask('203.0.113.1')).toBe(true)
})

it.each([
  ['many calls', 100, {}],
  ['few with large bodies', 8, LARGE],
  ['few with bodies that are not measured', 8, { 'transfer-encoding': 'chunked' }],
])('an address with %s gives way alone, for two seconds', (_, times, headers) => {
  const { ask, askOften, pass } = opened()
  askOften('192.0.2.1', times, headers)
  expect([ask('192.0.2.1'), ask('192.0.2.2')]).toEqual([true, false])
  pass(1000)
  expect([ask('192.0.2.1'), ask('192.0.2.2')]).toEqual([true, false])
  pass(1000)
  expect([ask('192.0.2.1'), ask('192.0.2.2')]).toEqual([true, true])
})

it('it alone gives way after a pause too, in which the process could answer nobody', () => {
  const { ask, askOften, pass } = opened()
  askOften('192.0.2.1', 8, LARGE)
  pass(4000)
  expect([ask('192.0.2.2'), ask('192.0.2.1')]).toEqual([false, true])
  pass(10_000)
  expect([ask('192.0.2.2'), ask('192.0.2.1')]).toEqual([true, true])
})

it('addresses of one network are one', () => {
  const { ask, askOften } = opened()
  for (let n = 0; n < 100; n += 1) askOften(`2001:db8:1:2::${n}`, 1)
  expect([ask('2001:db8:1:2::f:1'), ask('2001:db8:1:3::1')]).toEqual([true, false])
})
