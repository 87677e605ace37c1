import { expect, it } from 'vitest'
import { chunkGroups } from './group-chunks.ts'

interface Written {
  imports?: string[]
  /** What it imports when it is wanted. */
  later?: string[]
  size?: number
}

const screen = (name: string) => `/web/src/routes/${name}.tsx?tsr-split=component`

/** The chunk of each module, by name, of a site whose `main` fetches these parts; null where it is the bundler's to choose. */
function chunksOf(modules: Record<string, Written>): (id: string) => string | null {
  const [group] = chunkGroups('/web')
  const graph = {
    getModuleInfo(id: string) {
      const { imports = [], later = [], size = 100 } = modules[id] ?? {}
      return { code: 'x'.repeat(size), importedIds: imports, dynamicallyImportedIds: later }
    },
  }
  return id => group?.name(id, graph) ?? null
}

const main = '/web/src/main.tsx'

it('a visit begins with the libraries and the site; what fetches is apart', () => {
  const chunkOf = chunksOf({
    [main]: { imports: ['/web/src/app.tsx', '/node_modules/react/index.js'] },
    '/web/src/app.tsx': { imports: ['/node_modules/@trpc/client/dist/httpBatchLink.mjs'] },
    '/web/src/api-client/call-links.ts': {},
  })
  expect(chunkOf('/web/src/app.tsx')).toBe('site')
  expect(chunkOf('/node_modules/react/index.js')).toBe('core')
  expect(chunkOf('/node_modules/@trpc/client/dist/httpBatchLink.mjs')).toBe('calls')
  expect(chunkOf('/web/src/api-client/call-links.ts')).toBe('calls')
})

const first = screen('_signed-in/first')
const second = screen('_signed-in/second')
const third = screen('_signed-in/third')

it('small modules of nearly the same screens are one file; screens and what is large stay apart', () => {
  const chunkOf = chunksOf({
    [main]: { later: [first, second, third] },
    [first]: { imports: ['/a', '/b', '/large'] },
    [second]: { imports: ['/a', '/b'] },
    [third]: { imports: ['/a', '/large'] },
    '/large': { size: 100_000 },
  })
  expect(chunkOf('/a')).toBe(chunkOf('/b'))
  expect(chunkOf('/a')).not.toBeNull()
  expect([first, second, third, '/large'].map(chunkOf)).toEqual([null, null, null, null])
})

it('no two files need each other: what stands between two modules keeps them apart', () => {
  const chunkOf = chunksOf({
    [main]: { later: [first, second, third] },
    [first]: { imports: ['/low'] },
    [second]: { imports: ['/low', '/between'] },
    [third]: { imports: ['/high'] },
    // Of first and second; of both too, and large; of all.
    '/low': { imports: ['/between'], size: 500 },
    '/between': { imports: ['/high'], size: 100_000 },
    '/high': { size: 500 },
  })
  expect(chunkOf('/low')).toBe(chunkOf('/between'))
  expect(chunkOf('/high')).toBeNull()
})
