import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SMALL_BYTES, SMALL_FILES } from './budgets.ts'
import { checkBudgets } from './check-budgets.ts'

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'build-'))
  mkdirSync(path.join(dist, 'assets'))
})
afterEach(() => rmSync(dist, { recursive: true }))

interface Part {
  imports?: string[]
  modules?: string[]
  bytes?: number
  /** As brotli; it is sent as it is without. */
  compressed?: number
}

/** A build of these parts, whose index.html names `main` and has `calls` fetched ahead, where there is such. */
function build(parts: Record<string, Part>): void {
  const preload = parts.calls ? '<link id="calls" rel="modulepreload" href="/assets/calls.js">' : ''
  writeFileSync(
    path.join(dist, 'index.html'),
    `${preload}<script type="module" crossorigin src="/assets/main.js"></script>`,
  )
  const chunks = Object.entries(parts).map(([name, { imports = [], modules = [], bytes = 10, compressed }]) => {
    const file = `assets/${name}.js`
    writeFileSync(path.join(dist, file), 'x'.repeat(bytes))
    if (compressed) writeFileSync(path.join(dist, `${file}.br`), 'x'.repeat(compressed))
    return [file, { isEntry: name === 'main', imports: imports.map(one => `assets/${one}.js`), modules }]
  })
  writeFileSync(path.join(dist, '.chunks.json'), JSON.stringify(Object.fromEntries(chunks)))
}

const screen = (route: string) => `src/routes/${route}?tsr-split=component`
const zod = { bytes: 100, later: ['zod'] }

it('weighs what the page names, its screen, and all that these import; as brotli where there is one', () => {
  build({
    main: { imports: ['core'], bytes: 500, compressed: 40 },
    core: { bytes: 30 },
    home: { imports: ['core', 'card'], modules: [screen('index.tsx')], bytes: 20 },
    card: { bytes: 10 },
    later: { bytes: 10_000 },
  })
  expect(checkBudgets(dist, { 'index.tsx': zod })).toEqual({
    report: ['  0.1 kB of   0.1 kB  index.tsx', `4 of ${SMALL_FILES} files below ${SMALL_BYTES} bytes`],
    findings: [],
  })
})

it('weighs the layout around a screen with it', () => {
  build({
    main: {},
    layout: { modules: [screen('dashboard.tsx')], bytes: 60 },
    money: { modules: [screen('dashboard/_admin/Money.tsx')], bytes: 31 },
  })
  expect(checkBudgets(dist, { 'dashboard/_admin/Money.tsx': zod }).findings).toEqual([
    'dashboard/_admin/Money.tsx is 1 bytes too heavy:\n    0.1 kB  assets/layout.js\n    0.0 kB  assets/money.js\n    0.0 kB  assets/main.js',
  ])
})

it('finds a route without a budget, and a budget without its route', () => {
  build({ main: {}, home: { modules: [screen('index.tsx')] } })
  expect(checkBudgets(dist, { 'gone.tsx': zod }).findings).toEqual([
    'index.tsx has no budget',
    'The build has no screen of gone.tsx',
  ])
})

it('finds a library that is to come later, and the screen of another route', () => {
  build({
    main: { modules: ['zod/v4/mini/index.js', 'zodiac/index.js', screen('search.tsx')] },
    home: { modules: [screen('index.tsx')] },
  })
  expect(checkBudgets(dist, { 'index.tsx': zod, 'search.tsx': { ...zod, later: [] } }).findings).toEqual([
    'index.tsx loads zod/v4/mini/index.js at once; it is to come when it is needed',
    'index.tsx loads the screen of search.tsx too',
  ])
})

it('weighs a page that comes rendered without what it fetches later, and with it', () => {
  build({
    main: { bytes: 30, modules: ['src/routes/__root.tsx', 'src/routes/index.tsx'] },
    calls: { bytes: 30 },
    list: { modules: ['src/storefront/home-screen.tsx'], imports: ['card'], bytes: 40 },
    card: { bytes: 15 },
  })
  const parts = ['storefront/home-screen.tsx']
  expect(
    checkBudgets(dist, { 'index.tsx': { bytes: 30, later: [], rendered: { parts, bytes: 115 } } }).findings,
  ).toEqual([])
  expect(
    checkBudgets(dist, { 'index.tsx': { bytes: 29, later: [], rendered: { parts, bytes: 114 } } }).findings,
  ).toEqual([
    expect.stringMatching(/^index.tsx is 1 bytes too heavy:/),
    expect.stringMatching(/^index.tsx with its parts is 1 bytes too heavy:/),
  ])
  expect(checkBudgets(dist, { 'index.tsx': { bytes: 60, later: [] } }).findings).toEqual([])
})

it('finds many small files', () => {
  const small = Object.fromEntries(
    Array.from({ length: SMALL_FILES }, (_, index) => [`small${index}`, { bytes: SMALL_BYTES - 1 }]),
  )
  build({ main: { bytes: SMALL_BYTES }, ...small })
  expect(checkBudgets(dist, {}).findings).toEqual([])
  build({ main: { bytes: SMALL_BYTES - 1 }, ...small })
  const found = `${SMALL_FILES + 1} files are below ${SMALL_BYTES} bytes: see apps/web/group-chunks.ts`
  expect(checkBudgets(dist, {}).findings).toEqual([found])
})
