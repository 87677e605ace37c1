import { describe, Failure } from '../bootstrap/failure.mjs'
import type { Progress } from '../bootstrap/progress.mjs'
import { installWithApt } from './apt.ts'
import { firstThatRuns, programs } from './find-browser.ts'
import { oneFailed, sum, type Tally } from './tally.ts'

interface Wanted {
  /** The project of Playwright's configuration. */
  project: string
  title: string
  /** The variable that names the program to developers and to the tests. */
  variable: 'FIREFOX_PATH' | 'WEBKIT_DRIVER_PATH'
  find: () => string[]
  /** What it answers when it runs. */
  option: string
  /** Debian's. */
  packages: string[]
}

const others: Wanted[] = [
  {
    project: 'firefox',
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    find: () => programs(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox']),
    option: '--version',
    packages: ['firefox-esr'],
  },
  {
    project: 'webkit',
    title: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    // It needs a screen, be it one that nobody sees.
    find: () => (programs(['Xvfb']).length > 0 ? programs(['WebKitWebDriver']) : []),
    option: '--help',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
]

export interface OtherBrowsers {
  projects: string[]
  env: Record<string, string>
  /** One has failed for each that is not there. */
  tally: Tally
}

/** Firefox and WebKit for the tests: those that are there, else installed now. Says in one line which are not to be had. */
export async function otherBrowsers(progress: Progress): Promise<OtherBrowsers> {
  const browsers: OtherBrowsers = { projects: [], env: {}, tally: sum([]) }
  for (const wanted of others) {
    try {
      browsers.env[wanted.variable] = await progress.step(wanted.title, async step => {
        const program = await findOrInstall(wanted)
        step.detail(program)
        return program
      })
      browsers.projects.push(wanted.project)
    } catch (error) {
      progress.say(describe(error))
      browsers.tally = sum([browsers.tally, oneFailed(wanted.title)])
    }
  }
  return browsers
}

async function findOrInstall({ title, variable, find, option, packages }: Wanted): Promise<string> {
  const chosen = process.env[variable]
  const search = () => firstThatRuns(chosen ? [chosen] : find(), option)
  const there = await search()
  if (there) return there
  if (chosen) throw new Failure(`${variable} is ${chosen}, which does not run.`)
  await installWithApt(packages)
  const installed = await search()
  if (installed) return installed
  throw new Failure(
    `${title} was not found, and could not be installed: install ${packages.join(' and ')}, or set ${variable}.`,
  )
}
