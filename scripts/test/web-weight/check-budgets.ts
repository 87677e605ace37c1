import type { Budget } from './budgets.ts'
import { type FirstLoad, isAround, readBuild, screenIn } from './first-load.ts'

/**
 * The screens' first loads, and what is wrong with each: nothing when all are within their budgets.
 * @param budgets by route file; a route without one is a finding, and a budget without its route
 */
export function checkBudgets(
  dist: string,
  budgets: Readonly<Record<string, Budget>>,
): { report: string[]; findings: string[] } {
  const { routes, firstLoad } = readBuild(dist)
  const report: string[] = []
  const found: string[] = []
  for (const route of routes) {
    const load = firstLoad(route)
    const budget = budgets[route]
    report.push(`${kilobytes(load.bytes)} of ${budget ? kilobytes(budget.bytes) : 'no budget'}  ${route}`)
    if (budget) found.push(...findings(route, load, budget))
    else found.push(`${route} has no budget`)
  }
  for (const route of Object.keys(budgets)) {
    if (!routes.includes(route)) found.push(`The build has no screen of ${route}`)
  }
  return { report, findings: found }
}

function findings(route: string, load: FirstLoad, { bytes, later }: Budget): string[] {
  const found: string[] = []
  if (load.bytes > bytes) {
    const files = load.files.map(file => `  ${kilobytes(file.bytes)}  ${file.name}`)
    found.push([`${route} is ${load.bytes - bytes} bytes too heavy:`, ...files].join('\n'))
  }
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

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`.padStart(8)
}
