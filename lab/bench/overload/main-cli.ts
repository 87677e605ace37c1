import { saysWhenToCome, untilRecovered } from './recovery.ts'
import { type Answers, sendLoad } from './send-load.ts'
import { startServer } from './server-under-load.ts'

// What the server does with ten times the load that it can serve: `pnpm bench:overload`. About half a minute; exit code 1
// when a promise is not kept.
const TIMES = 10
/** One address may have 1,000; some are left for what looks on. */
const CONNECTIONS = 900
/** What must still be served, of what is served with nothing to turn away. */
const SERVED_SHARE = 0.3
const LONGEST_MS = 3000
const USUAL_MS = 250
const RECOVERED_MS = 5000

const say = (text: string) => process.stdout.write(`${text}\n`)
const describe = ({ offered, served, shed, odd, failed, latency }: Answers) =>
  `${offered}/s asked, ${served}/s served (half in ${latency.half} ms, 99 % in ${latency.most} ms, all in ` +
  `${latency.longest} ms), ${shed}/s turned away, ${odd} answered oddly, ${failed} not answered`

const server = await startServer()
const { url, paths } = server
const [first = ''] = paths
const broken: string[] = []
const check = (isKept: boolean, promise: string) => {
  if (!isKept) broken.push(promise)
}
try {
  await sendLoad({ url, paths, connections: 50, seconds: 3 })
  const usual = await sendLoad({ url, paths, connections: 50, seconds: 5 })
  say(`As much as it can serve:  ${describe(usual)}`)
  check(usual.shed === 0, 'nobody is turned away when it can serve')

  const over = new AbortController()
  const probing = saysWhenToCome(url + first, over.signal)
  const rate = usual.served * TIMES
  const overloaded = await sendLoad({ url, paths, connections: CONNECTIONS, seconds: 10, rate })
  over.abort()
  say(`${TIMES} times that, ${rate}/s:  ${describe(overloaded)}`)
  check(overloaded.shed > 0, 'what is too much is turned away')
  check(overloaded.odd === 0 && overloaded.failed === 0, 'every request is answered, by 200 or 503')
  check(await probing, 'who is turned away is told when to come again')
  check(overloaded.served >= usual.served * SERVED_SHARE, `it serves ${SERVED_SHARE * 100} % of what it can`)
  check(overloaded.latency.longest <= LONGEST_MS, `what it lets in is answered within ${LONGEST_MS} ms`)

  const recovered = await untilRecovered(url + first, USUAL_MS)
  say(`Recovered after ${Math.round(recovered)} ms`)
  check(recovered <= RECOVERED_MS, `it recovers within ${RECOVERED_MS} ms`)
  const after = await sendLoad({ url, paths, connections: 50, seconds: 5 })
  say(`As before:  ${describe(after)}`)
  check(after.shed === 0 && after.served >= usual.served / 2, 'it serves as before')
} finally {
  await server.stop()
}
for (const promise of broken) say(`NOT KEPT: ${promise}`)
process.exit(broken.length > 0 ? 1 : 0)
