import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '../overload/server-under-load.ts'
import { dribble, readNothing, upload } from './attackers.ts'
import { type Visits, visit } from './visitors.ts'
import { worstPictures } from './worst-pictures.ts'

// Visitors, while three addresses keep 215 connections dribbling, 50 readers taking nothing and 8 uploads of the worst
// pictures: `pnpm bench:door`. About a minute; exit code 1 when a promise is not kept.
const [DRIBBLING, READERS, UPLOADS] = [215, 50, 8]
const SECONDS = 15
const P99_TIMES = 3
/** How much the API's memory may grow, in MB. */
const GROWTH_MAX_MB = 60

const say = (text: string) => process.stdout.write(`${text}\n`)
const describe = ({ count, failed, half, p99 }: Visits) =>
  `${count} visits, ${failed} failed, half in ${half} ms, 99 % in ${p99} ms`

/** The memory of a process, in MB. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000
}

const server = await startServer({ takesPictures: true, rateLimitScale: 1 })
const { url, paths, pid } = server
const broken: string[] = []
const check = (isKept: boolean, promise: string) => {
  if (!isKept) broken.push(promise)
}
try {
  const pictures = await worstPictures()
  await visit({ url, paths, seconds: 3 })
  const quiet = await visit({ url, paths, seconds: SECONDS })
  const before = await residentMb(pid)
  say(`A quiet hour: ${describe(quiet)}; the API takes ${Math.round(before)} MB`)
  check(quiet.failed === 0, 'every visit of a quiet hour is answered')

  const over = new AbortController()
  const attack = { url, isOver: over.signal }
  const [path = ''] = paths
  const dribbled = ['/webhooks/card-payments', '/orders', '/trpc/orders.place', '/users']
  const attacks = [dribble(attack, DRIBBLING, dribbled), readNothing(attack, READERS, path)]
  const uploading = upload({ ...attack, url: url + server.uploadPath }, UPLOADS, pictures)
  await wait(1000)
  const attacked = await visit({ url, paths, seconds: SECONDS })
  const grown = (await residentMb(pid)) - before
  over.abort()
  await Promise.all(attacks)
  const statuses = [...(await uploading)].map(([status, count]) => `${status}: ${count}`).join(', ')
  say(`Under attack: ${describe(attacked)}; the API takes ${Math.round(grown)} MB more; uploads ${statuses}`)
  check(attacked.failed === 0, 'every visit under attack is answered')
  check(attacked.p99 <= P99_TIMES * Math.max(quiet.p99, 1), `99 % of them in ${P99_TIMES} times a quiet hour`)
  check(grown <= GROWTH_MAX_MB, `the API grows by ${GROWTH_MAX_MB} MB at most`)
} finally {
  await server.stop()
}
for (const promise of broken) say(`NOT KEPT: ${promise}`)
process.exit(broken.length > 0 ? 1 : 0)
