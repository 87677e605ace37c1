import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../bootstrap/repository.mjs'
import { runCommand } from './run-command.ts'

/** Chromium without windows: the tests take two thirds of the time in it. */
const SHELL = 'chromium-headless-shell'
const onPath = [
  SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/snap/bin/chromium',
]

/** Where Playwright keeps a browser of its own, whether or not it is there. */
function ownOfPlaywright(): string[] {
  const { chromium } = createRequire(path.join(root, 'e2e', 'package.json'))('@playwright/test')
  return [chromium.executablePath()]
}

/** Programs of these names that are on the path, the first name's first, and those files that are there. */
export function programs(names: string[], files: string[] = []): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const found = names.flatMap(name => folders.map(folder => path.join(folder, name)))
  return [...found, ...files].filter(file => existsSync(file))
}

/** Browsers that the tests can drive, the wanted one first; only programs that are there. */
function candidates(): string[] {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH ? [CHROMIUM_PATH] : programs(onPath, [...elsewhere, ...ownOfPlaywright()])
}

/** Whether the browser that is wanted most is there, or another is asked for. */
export function hasWantedBrowser(): boolean {
  return Boolean(process.env.CHROMIUM_PATH) || candidates().some(file => path.basename(file) === SHELL)
}

/** The first Chromium, Chrome or Edge that runs, as its path. */
export const findBrowser = () => firstThatRuns(candidates())

/** The first program that runs: it answers an option that every one of its kind has. */
export async function firstThatRuns(files: string[], option = '--version'): Promise<string | undefined> {
  for (const file of files) {
    const { code } = await runCommand({ command: file, args: [option], cwd: root, timeoutMs: 20_000 })
    if (code === 0) return file
  }
  return undefined
}
