import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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

/** A build of these parts, whose index.html names `main` alone. */
function build(parts: Record<string, Part>): void {
  writeFileSync(path.join(dist, 'index.html'), '<script type="module" crossorigin src="/assets/main.js"></script>')
  const chunks = Object.entries(parts).map(([name, { imports = [], modules = [], bytes = 10, compressed }]) => {
    const file = `assets/${name}.js`
    writeFileSync(path.join(dist, file), 'x'.repeat(bytes))
    if (compressed) writeFileSync(path.join(dist, `${file}.br`), 'x'.repeat(compressed))
    return [file, { isEntry: name === 'main', imports: imports.map(one => `assets/${one}.js`), modules }]
  })
  writeFileSync(path.join(dist, '.chunks.json'), JSON.stringify(Object.fromEntries(chunks)))
}

const home = { screen: '/', route: 'src/home.tsx', bytes: 100 }
const screen = 'src/home.tsx?tsr-split=component'

it('weighs what the page names, its screen, and all that these import; as brotli where there is one', () => {
  build({
    main: { imports: ['core'], bytes: 500, compressed: 40 },
    core: { bytes: 30 },
    home: { imports: ['core', 'card'], modules: [screen], bytes: 20 },
    card: { bytes: 10 },
    later: { bytes: 10_000 },
  })
  expect(checkBudgets(dist, [home])).toEqual({
    report: ['/ needs 0.1 kB of code first, of 0.1 kB that it may'],
    findings: [],
  })
})

it('names the files of a screen that is too heavy, the heaviest first', () => {
  build({ main: { bytes: 11 }, home: { modules: [screen], bytes: 90 } })
  expect(checkBudgets(dist, [home]).findings).toEqual([
    '/ is 1 bytes too heavy:\n     0.1 kB  assets/home.js\n     0.0 kB  assets/main.js',
  ])
})

it('finds a library that is to come later, and the screen of another route', () => {
  build({
    main: { modules: ['zod/v4/mini/index.js', 'zodiac/index.js', 'src/search.tsx?tsr-split=component'] },
    home: { modules: [screen] },
  })
  expect(checkBudgets(dist, [home]).findings).toEqual([
    '/ loads zod/v4/mini/index.js at once; it is to come when it is needed',
    '/ loads the screen of src/search.tsx too',
  ])
})

it('refuses a build without the screen', () => {
  build({ main: {} })
  expect(() => checkBudgets(dist, [home])).toThrow('No chunk of the build holds src/home.tsx?tsr-split=component')
})
