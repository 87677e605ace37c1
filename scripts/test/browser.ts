import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe } from '../bootstrap/failure.mjs'
import type { Progress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { browserStep } from './install-browser.ts'
import { type OtherBrowsers, otherBrowsers } from './other-browsers.ts'
import { countPlaywright } from './playwright-report.ts'
import { runCommand } from './run-command.ts'
import { type Laboratory, serveLaboratory } from './serve-laboratory.ts'
import { PORTS, type Served, serveProduct } from './serve-product.ts'
import { oneFailed, onePassed, sum, type Tally } from './tally.ts'

const TIMEOUT_MS = 20 * 60_000
const report = path.join(root, 'test-results', 'browser.json')

/** Drives real browsers through the product as `npm start` serves it. That it starts and stops is one check more. */
export async function testInBrowser(progress: Progress): Promise<Tally> {
  try {
    const browser = await browserStep(progress)
    const others = await otherBrowsers(progress)
    const product = await progress.step('npm start', () => serveProduct())
    const laboratory = await progress.step('The API with REST_TRUST_EMAIL', () => serveLaboratory(product))
    const empty = await progress.step('npm start -- --empty', () =>
      serveProduct({ isEmpty: true, firstPort: product.port + PORTS }),
    )
    const tally = await runTests({ browser, others }, { product, laboratory, empty }, progress)
    const ends: Tally[] = []
    for (const served of [laboratory, product, empty]) ends.push(await stopped(served, progress))
    return sum([others.tally, tally, ...ends])
  } catch (error) {
    progress.say(describe(error))
    return oneFailed('npm start')
  }
}

async function stopped(product: Pick<Served, 'stop'>, progress: Progress): Promise<Tally> {
  const { code, output } = await product.stop()
  if (code !== 0) progress.say(`${output}\nThe product did not stop cleanly: exit code ${code}`)
  return code === 0 ? onePassed : oneFailed('The product did not stop cleanly')
}

async function runTests(
  { browser, others }: { browser: string; others: OtherBrowsers },
  { product, laboratory, empty }: { product: Served; laboratory: Laboratory; empty: Served },
  progress: Progress,
): Promise<Tally> {
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const projects = ['chromium', ...others.projects]
  const { code } = await runCommand({
    command: process.execPath,
    args: ['node_modules/@playwright/test/cli.js', 'test', ...projects.map(name => `--project=${name}`)],
    cwd: path.join(root, 'e2e'),
    env: {
      BASE_URL: product.url,
      MARKET_DATABASE_URL: product.databaseUrl,
      CLIENT_PORT: `${product.clientPort}`,
      LABORATORY_URL: laboratory.url,
      LABORATORY_CLIENT_PORT: `${laboratory.clientPort}`,
      CARD_SECRET_KEY: product.secrets.cardSecretKey,
      ACCESS_TOKEN_SECRET: product.secrets.accessTokenSecret,
      EMPTY_MARKET_URL: empty.url,
      EMPTY_MARKET_DATABASE_URL: empty.databaseUrl,
      EMPTY_MARKET_AUDIT_KEY: empty.secrets.auditKey,
      CHROMIUM_PATH: browser,
      ...others.env,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    timeoutMs: TIMEOUT_MS,
    isShown: true,
  })
  const counted = countPlaywright(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, code)
  for (const why of counted.complaints) progress.say(`e2e: ${why}`)
  return counted
}
