import type { IncomingMessage } from 'node:http'
import proxyAddr, { compile } from '@fastify/proxy-addr'
import { callsOfBody } from '@second-ring/contracts/call-weights'
import { networkOf } from '#platform/network-of.ts'

const SECOND_MS = 1000
/** A process that cannot keep up may answer nobody for seconds: what came before them is not forgotten just then. */
const PAUSE_MAX_MS = 10_000
/** From so many calls in a second on, and such a part of everybody's, an address is heavy. No person comes near it. */
const HEAVY_CALLS = 50
const HEAVY_PART = 1 / 4

/** What has come in one second, in calls. */
interface Second {
  begun: number
  calls: Map<string, number>
  total: number
  most: number
}

const second = (begun: number): Second => ({ begun, calls: new Map(), total: 0, most: 0 })
const isHeavy = (calls: number, { total }: Second) => calls >= HEAVY_CALLS && calls > total * HEAVY_PART

/** Knows which addresses ask for so much at present that they give way first. */
export function createHeavyAddresses(trustedProxies: string[], now: () => number = () => performance.now()) {
  const isTrusted = compile(trustedProxies)
  let [last, current] = [second(now()), second(now())]

  function turnSecond(): void {
    const at = now()
    if (at - current.begun < SECOND_MS) return
    last = at - current.begun < PAUSE_MAX_MS ? current : second(at)
    current = second(at)
  }

  return {
    /** Counts a request, and returns whether it gives way when the server cannot keep up: everybody's when none is heavy. */
    givesWay(request: IncomingMessage): boolean {
      turnSecond()
      const address = networkOf(proxyAddr(request, isTrusted) ?? '')
      const calls = (current.calls.get(address) ?? 0) + 1 + callsOfBody(request.headers)
      current.total += calls - (current.calls.get(address) ?? 0)
      current.calls.set(address, calls)
      current.most = Math.max(current.most, calls)
      const seconds = [last, current]
      if (!seconds.some(each => isHeavy(each.most, each))) return true
      return seconds.some(each => isHeavy(each.calls.get(address) ?? 0, each))
    },
  }
}
