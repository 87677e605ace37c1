import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '../overload/server-under-load.ts'
import { dribble, readNothing, sendPicture, upload } from './attackers.ts'
import { type Visits, visitAside } from './visitors.ts'
import { decodersOf, residentMb, watchMemory } from './watch-memory.ts'
import { smallPicture, worstPictures } from './worst-pictures.ts'

// Visitors, while three addresses keep 215 connections dribbling, 50 readers taking nothing and 8 uploads of the worst
// pictures: `pnpm bench:door`. About a minute; `--seconds 3` tries it in half of that. Exit code 1 when a promise is not kept.
const [DRIBBLING, READERS, UPLOADS] = [215, 50, 8]
const P99_TIMES = 3
/** How much the API's memory may grow, in MB. */
const GROWTH_MAX_MB = 60
/** How many pictures are decoded at once, and what each decoder may take above its rest, in MB. */
const [DECODERS_MAX, DECODER_GROWTH_MAX_MB] = [2, 200]

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '15' } } })
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error('--seconds takes a number above 0')

const say = (text: string) => process.stdout.write(`${text}\n`)
const success = ({ count, failed }: Visits) => Math.floor(((count - failed) / count) * 10_000) / 100
const describe = (visits: Visits) =>
  `${visits.count} visits, ${success(visits)} % answered, half in ${visits.half} ms, 99 % in ${visits.p99} ms`

const server = await startServer({ takesPictures: true, rateLimitScale: 1 })
const { url, paths, pid } = server
const uploadUrl = url + server.uploadPath
// The image host of the sandbox is in this process; a server with a bucket has the decoders itself.
const parents = [process.pid, pid]

/** What a decoder takes that has nothing to do, in MB. */
async function decoderAtRest(): Promise<number> {
  const status = await sendPicture(uploadUrl, await smallPicture())
  const [decoder] = await decodersOf(parents)
  const mb = decoder && (await residentMb(decoder))
  if (status !== 200 || !mb)
    throw new Error(`A small picture is answered ${status}, and there is no decoder to look at`)
  return mb
}

let isKept = true
const check = (kept: boolean, promise: string, measured: string) => {
  say(`${kept ? 'kept' : 'NOT KEPT'}: ${promise}: ${measured}`)
  isKept &&= kept
}
try {
  const pictures = await worstPictures()
  await visitAside({ url, paths, seconds: Math.min(3, seconds) })
  const quiet = await visitAside({ url, paths, seconds })
  const rest = { api: (await residentMb(pid)) ?? 0, decoder: await decoderAtRest() }
  say(`A quiet hour: ${describe(quiet)}`)
  say(`At rest: the API takes ${Math.round(rest.api)} MB, a decoder ${Math.round(rest.decoder)} MB`)

  const over = new AbortController()
  const attack = { url, isOver: over.signal }
  const [path = ''] = paths
  const dribbled = ['/webhooks/card-payments', '/orders', '/trpc/orders.place', '/users']
  const attacks = [dribble(attack, DRIBBLING, dribbled), readNothing(attack, READERS, path)]
  const uploading = upload({ ...attack, url: uploadUrl }, UPLOADS, pictures)
  const watching = watchMemory({ pid, parents }, over.signal)
  await wait(1000)
  const attacked = await visitAside({ url, paths, seconds })
  over.abort()
  await Promise.all(attacks)
  const statuses = [...(await uploading)].map(([status, count]) => `${status}: ${count}`).join(', ')
  const seen = await watching
  say(
    `Under attack from 3 addresses, by ${DRIBBLING} connections that dribble, ${READERS} readers that take nothing and ${UPLOADS} of the worst pictures at once: ${describe(attacked)}; uploads ${statuses}`,
  )
  const times = attacked.p99 / Math.max(quiet.p99, 1)
  const [apiGrowth, decoderGrowth] = [seen.api - rest.api, seen.decoder - rest.decoder].map(Math.round) as [
    number,
    number,
  ]
  check(quiet.failed === 0, 'every visit of a quiet hour is answered', `${success(quiet)} %`)
  check(attacked.failed === 0, 'every visit under attack is answered', `${success(attacked)} %`)
  check(times <= P99_TIMES, `99 % of them in ${P99_TIMES} times a quiet hour`, `${times.toFixed(1)} times`)
  check(apiGrowth <= GROWTH_MAX_MB, `the API grows by ${GROWTH_MAX_MB} MB at most`, `${apiGrowth} MB`)
  check(seen.decoders > 0 && seen.decoders <= DECODERS_MAX, `${DECODERS_MAX} decoders at most`, `${seen.decoders}`)
  check(
    decoderGrowth <= DECODER_GROWTH_MAX_MB,
    `each grows by ${DECODER_GROWTH_MAX_MB} MB at most`,
    `${decoderGrowth} MB`,
  )
} finally {
  await server.stop()
}
say(isKept ? 'Every promise is kept.' : 'NOT KEPT: see above.')
process.exit(isKept ? 0 : 1)
