import lighthouse from 'lighthouse'
import type { Page } from 'puppeteer-core'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** How long a load is watched at the most: the live stream stays open, so the network is never silent. */
const LOOKED_AT_MS = 15_000

/** What Lighthouse says of a page, as a phone on a slow network has it. */
export interface Audit {
  /** Of 100. */
  scores: Record<Category, number>
  /** Largest contentful paint and total blocking time, in milliseconds; cumulative layout shift. */
  lcp: number
  tbt: number
  cls: number
  /** How fast the machine was meanwhile, by Lighthouse's own index: about 1500 for a desktop with nothing else to do. */
  machine: number
  /** What took points: the audit's name, and what it found. */
  complaints: string[]
}

/**
 * Looks at the page of an address so many times, and answers with the look of the median performance: on a machine that
 * others use too the figures differ. Each time is a first visit: what the browser keeps of the site is cleared before.
 * @throws Error when Lighthouse cannot look
 */
export async function auditPage(page: Page, url: string, times: number): Promise<Audit> {
  const audits: Audit[] = []
  // Now and then the browser's recording of a load fails; twice in a row it is the page.
  for (let time = 0; time < times; time += 1) audits.push(await auditOnce(page, url).catch(() => auditOnce(page, url)))
  audits.sort((a, b) => a.scores.performance - b.scores.performance)
  const median = audits[Math.floor(times / 2)]
  if (!median) throw new Error('Nothing was looked at')
  return median
}

async function auditOnce(page: Page, url: string): Promise<Audit> {
  const result = await lighthouse(
    url,
    {
      onlyCategories: [...CATEGORIES],
      formFactor: 'mobile',
      maxWaitForLoad: LOOKED_AT_MS,
      logLevel: 'error',
    },
    undefined,
    page,
  )
  if (!result) throw new Error(`No answer from Lighthouse on ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`)
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const measured = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const weighty = CATEGORIES.flatMap(category => lhr.categories[category]?.auditRefs ?? []).filter(
    ref => ref.weight > 0,
  )
  const failed = weighty.flatMap(({ id }) => lhr.audits[id] ?? []).filter(({ score: of }) => of !== null && of < 0.9)
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcp: measured('largest-contentful-paint'),
    tbt: measured('total-blocking-time'),
    cls: measured('cumulative-layout-shift'),
    machine: lhr.environment.benchmarkIndex,
    complaints: failed.map(({ id, displayValue, details }) => {
      const items = details && 'items' in details ? JSON.stringify(details.items).slice(0, 300) : ''
      return `${id} ${displayValue ?? ''} ${items}`.trim()
    }),
  }
}
