import { existsSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../bootstrap/failure.mjs'
import type { Progress } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/repository.mjs'
import { findBrowser } from './find-browser.ts'
import { runCommand } from './run-command.ts'

const TIMEOUT_MS = 5 * 60_000

/** Debian's and Ubuntu's own package, for an administrator. */
async function installWithApt(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['chromium', 'fonts-liberation']
  await runCommand({ command: 'apt-get', args: ['update'], cwd: root, env, timeoutMs: TIMEOUT_MS })
  const args = ['install', '-y', '--no-install-recommends', ...packages]
  await runCommand({ command: 'apt-get', args, cwd: root, env, timeoutMs: TIMEOUT_MS })
}

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
  for (const install of [async () => undefined, installWithApt, installWithPlaywright]) {
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
