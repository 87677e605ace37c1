import { launch } from 'puppeteer-core'
import { createProgress } from '../bootstrap/progress.mjs'
import { browserStep } from '../test/install-browser.ts'
import { serveProduct } from '../test/serve-product.ts'
import { type Audit, auditPage } from './audit-page.ts'
import { firstLink, signIn } from './visit.ts'

// `pnpm lighthouse [ADDRESS]`: what Lighthouse says of the product as a phone has it, on one that it starts itself or on
// the one at the address, with the demo market. Exit code 1 when a score is below the least.
const LEAST = 95
const TIMES = 3

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
  if (Object.values(audit.scores).some(score => score < LEAST)) isBelow = true
  progress.say(describe(title, audit))
}

try {
  const page = await browser.newPage()
  const listing = await firstLink(page, site, '/listings/')
  await look('Home', `${site}/`)
  await look('Login', `${site}/login`)
  await look('A listing', listing)
  await signIn(page, site)
  const category = await firstLink(page, site, '/singleCategories/')
  await page.close()
  await look('A category', category)
} finally {
  await browser.close()
  await product?.stop()
}
process.exit(isBelow ? 1 : 0)

function describe(title: string, { scores, lcp, tbt, cls, machine, complaints }: Audit): string {
  const points = Object.entries(scores).map(([category, score]) => `${category} ${score}`)
  const times = `LCP ${(lcp / 1000).toFixed(1)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}; machine ${Math.round(machine)}`
  const lines = [`${title}: ${points.join(', ')}; ${times}`, ...complaints.map(complaint => `  ${complaint}`)]
  return lines.join('\n')
}
