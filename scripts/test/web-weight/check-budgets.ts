import { type Budget, SMALL_BYTES, SMALL_FILES } from './budgets.ts'
import { type FirstLoad, isAround, readBuild, screenIn } from './first-load.ts'

/**
 * The screens' first loads, and what is wrong with each: nothing when all are within their budgets.
 * @param budgets by route file; a route without one is a finding, and a budget without its route
 */
export function checkBudgets(
  dist: string,
  budgets: Readonly<Record<string, Budget>>,
): { report: string[]; findings: string[] } {
  const { routes, firstLoad, renderedLoad, wholeLoad, smallFiles } = readBuild(dist)
  const report: string[] = []
  const found: string[] = []
  for (const route of routes) {
    const budget = budgets[route]
    const load = budget?.rendered ? renderedLoad(route) : firstLoad(route)
    report.push(`${kilobytes(load.bytes)} of ${budget ? kilobytes(budget.bytes) : 'no budget'}  ${route}`)
    if (!budget) {
      found.push(`${route} has no budget`)
      continue
    }
    found.push(...findings(route, load, budget))
    if (!budget.rendered) continue
    const whole = wholeLoad(route, budget.rendered.parts)
    report.push(`${kilobytes(whole.bytes)} of ${kilobytes(budget.rendered.bytes)}  … with its parts that follow`)
    found.push(...tooHeavy(`${route} with its parts`, whole, budget.rendered.bytes))
  }
  const small = smallFiles(SMALL_BYTES)
  report.push(`${small} of ${SMALL_FILES} files below ${SMALL_BYTES} bytes`)
  if (small > SMALL_FILES) found.push(`${small} files are below ${SMALL_BYTES} bytes: see apps/web/group-chunks.ts`)
  for (const route of Object.keys(budgets)) {
    if (!routes.includes(route)) found.push(`The build has no screen of ${route}`)
  }
  return { report, findings: found }
}

function findings(route: string, load: FirstLoad, { bytes, later }: Budget): string[] {
  const found = tooHeavy(route, load, bytes)
  for (const library of later) {
    const early = load.modules.find(module => module.startsWith(`${library}/`))
    if (early) found.push(`${route} loads ${early} at once; it is to come when it is needed`)
  }
  for (const module of load.modules) {
    const screen = screenIn(module)
    if (screen && screen !== route && !isAround(screen, route)) found.push(`${route} loads the screen of ${screen} too`)
  }
  return found
}

function tooHeavy(what: string, load: FirstLoad, bytes: number): string[] {
  if (load.bytes <= bytes) return []
  const files = load.files.map(file => `  ${kilobytes(file.bytes)}  ${file.name}`)
  return [[`${what} is ${load.bytes - bytes} bytes too heavy:`, ...files].join('\n')]
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(8)
}
