import { type FirstLoad, firstLoad, screenOf } from './first-load.ts'

/** How much code a screen may need first, in bytes as brotli. */
export interface Budget {
  screen: string
  /** Its route file, below `apps/web/`. */
  route: string
  bytes: number
}

export const BUDGETS: readonly Budget[] = [
  { screen: '/', route: 'src/routes/index.tsx', bytes: 122_800 },
  {
    screen: '/singleCategories/{id}',
    route: 'src/routes/_signed-in/singleCategories.$categoryId.tsx',
    bytes: 130_000,
  },
]

/** Libraries that come when they are needed: to sign in, to pay, to send a form, to listen to the server. */
const LATER = ['firebase', '@firebase', '@stripe', 'zod', 'react-hook-form', '@hookform', 'eventsource']

/** The screens' first loads, and what is wrong with each: nothing when all is within its budget. */
export function checkBudgets(dist: string, budgets: readonly Budget[]): { report: string[]; findings: string[] } {
  const loads = budgets.map(budget => ({ budget, load: firstLoad(dist, budget.route) }))
  return {
    report: loads.map(({ budget, load }) => describe(budget, load)),
    findings: loads.flatMap(({ budget, load }) => findings(budget, load)),
  }
}

function describe({ screen, bytes }: Budget, load: FirstLoad): string {
  return `${screen} needs ${kilobytes(load.bytes)} of code first, of ${kilobytes(bytes)} that it may`
}

function findings({ screen, route, bytes }: Budget, load: FirstLoad): string[] {
  const found: string[] = []
  if (load.bytes > bytes) {
    const files = load.files.map(file => `  ${kilobytes(file.bytes).padStart(9)}  ${file.name}`)
    found.push([`${screen} is ${load.bytes - bytes} bytes too heavy:`, ...files].join('\n'))
  }
  for (const library of LATER) {
    const early = load.modules.find(module => module.startsWith(`${library}/`))
    if (early) found.push(`${screen} loads ${early} at once; it is to come when it is needed`)
  }
  const others = load.modules.filter(module => module.includes('?tsr-split=') && module !== screenOf(route))
  for (const other of others) found.push(`${screen} loads the screen of ${other.split('?')[0]} too`)
  return found
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
