import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import type { Progress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { installWithApt } from './apt.ts'
import { findBrowser, hasWantedBrowser } from './find-browser.ts'
import { runCommand } from './run-command.ts'

const TIMEOUT_MS = 5 * 60_000

/** Debian's and Ubuntu's own package, for an administrator. */
const installFromDistribution = (browser: string) => installWithApt([browser, 'fonts-liberation'])

/** Playwright's own, in the user's cache folder. */
async function installWithPlaywright(): Promise<void> {
  const cli = path.join(root, 'e2e', 'node_modules', '@playwright', 'test', 'cli.js')
  await runCommand({ command: process.execPath, args: [cli, 'install', 'chromium'], cwd: root, timeoutMs: TIMEOUT_MS })
}

let provided: Promise<string> | undefined

/**
 * A browser for the tests: one that is there, else one that is installed now; looked for once.
 * @throws Failure when there is no way
 */
export function browserStep(progress: Progress): Promise<string> {
  provided ??= progress.step('Browser', async step => {
    const browser = await findOrInstall()
    step.detail(browser)
    return browser
  })
  return provided
}

async function findOrInstall(): Promise<string> {
  if (!hasWantedBrowser()) await installFromDistribution('chromium-headless-shell')
  for (const install of [async () => undefined, () => installFromDistribution('chromium'), installWithPlaywright]) {
    await install()
    const browser = await findBrowser()
    if (browser) return browser
    if (process.env.CHROMIUM_PATH)
      throw new Failure(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not run.`)
  }
  throw new Failure(
    'No browser was found, and none could be installed: install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
}
