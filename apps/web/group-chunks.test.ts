import { expect, it } from 'vitest'
import { chunkGroups } from './group-chunks.ts'

interface Written {
  imports?: string[]
  /** What it imports when it is wanted. */
  later?: string[]
  size?: number
  code?: string
}

const screen = (name: string) => `/web/src/routes/${name}.tsx?tsr-split=component`

/** The chunk of each module, by name, of a site whose `main` fetches these parts; null where it is the bundler's to choose. */
function chunksOf(modules: Record<string, Written>, folder = '/web'): (id: string) => string | null {
  const [group] = chunkGroups(folder)
  const graph = {
    getModuleInfo(id: string) {
      const { imports = [], later = [], size = 100, code = 'x'.repeat(size) } = modules[id] ?? {}
      return { code, importedIds: imports, dynamicallyImportedIds: later }
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

it('what a file less saves each of its loads counts; a public page loads little in vain for it', () => {
  const screens = Array.from({ length: 8 }, (_, index) => screen(`_signed-in/${index}`))
  const page = screen('index')
  const chunkOf = chunksOf({
    [main]: { later: [...screens, page] },
    ...Object.fromEntries(
      screens.map((one, index) => [one, { imports: index === 0 ? ['/most'] : ['/most', '/nearly-all'] }]),
    ),
    [page]: { imports: ['/public', '/of-all'] },
    '/most': { imports: ['/of-all'], size: 25_000 },
    '/nearly-all': { size: 30_000 },
    '/public': { size: 30_000 },
    '/of-all': { size: 30_000 },
  })
  expect(chunkOf('/most')).toBe(chunkOf('/nearly-all'))
  expect(chunkOf('/most')).not.toBeNull()
  expect(['/public', '/of-all'].map(chunkOf)).toEqual([null, null])
})

it('the files are the same wherever the project lies', () => {
  const filesOf = (folder: string) => {
    const at = (name: string) => `${folder}/src/routes/_signed-in/${name}.tsx?tsr-split=component`
    const code = `import { createIcon } from "${folder}/src/create-icon.ts"`.repeat(40)
    const chunkOf = chunksOf(
      {
        [`${folder}/src/main.tsx`]: { later: [at('first'), at('second'), at('third')] },
        [at('first')]: { imports: ['/a', '/b'] },
        [at('second')]: { imports: ['/a', '/b'] },
        [at('third')]: { imports: ['/a'] },
        '/a': { code },
        '/b': { code },
      },
      folder,
    )
    return ['/a', '/b'].map(chunkOf)
  }
  expect(filesOf('/a/long/path/of/many/folders/in/which/a/clone/may/lie/one/day/web')).toEqual(filesOf('/web'))
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
