import { launch } from 'puppeteer-core'
import { createProgress } from '../bootstrap/progress.mjs'
import { browserStep } from '../test/install-browser.ts'
import { serveProduct } from '../test/serve-product.ts'
import { type Audit, auditPage } from './audit-page.ts'
import { firstLink } from './visit.ts'

// `pnpm lighthouse [ADDRESS]`: what Lighthouse says of the public pages as a phone has them, on a product that it starts itself
// or on the one at the address, with the demo market. Exit code 1 when a page is slower, or worse, than it may be.
const TIMES = 5
const MOST = { lcp: 1200, tbt: 100, cls: 0 }

const progress = createProgress()
const executablePath = await browserStep(progress)
const [given] = process.argv.slice(2)
const product = given ? undefined : await progress.step('npm start', () => serveProduct())
const site = given ?? product?.url ?? ''
const browser = await launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
let isBelow = false

async function look(title: string, url: string | undefined): Promise<void> {
  if (!url) return progress.say(`${title}: there is none`)
  const page = await browser.newPage()
  const audit = await auditPage(page, url, TIMES)
  await page.close()
  if (!isGood(audit)) isBelow = true
  progress.say(describe(title, audit))
}

try {
  const page = await browser.newPage()
  const listing = await firstLink(page, site, '/listings/')
  const category = await firstLink(page, site, '/phones/')
  await page.close()
  await look('Home', `${site}/`)
  await look('A category', category)
  await look('Search', `${site}/search`)
  await look('A listing', listing)
} finally {
  await browser.close()
  await product?.stop()
}
process.exit(isBelow ? 1 : 0)

// Performance is a figure of these times, by Lighthouse's own measure.
function isGood({ scores: { performance: _, ...scores }, lcp, tbt, cls }: Audit): boolean {
  const isQuick = lcp <= MOST.lcp && tbt <= MOST.tbt && cls <= MOST.cls
  return isQuick && Object.values(scores).every(score => score === 100)
}

function describe(title: string, { scores, lcp, tbt, cls, machine, complaints }: Audit): string {
  const points = Object.entries(scores).map(([category, score]) => `${category} ${score}`)
  const times = `LCP ${(lcp / 1000).toFixed(2)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}; machine ${Math.round(machine)}`
  const lines = [`${title}: ${points.join(', ')}; ${times}`, ...complaints.map(complaint => `  ${complaint}`)]
  return lines.join('\n')
}
