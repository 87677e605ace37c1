/** What the bundler tells of a module. */
interface ModuleInfo {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

/** What the bundler tells when it asks for a module's chunk. */
interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** A part of the code that comes by itself, by the module that it begins with. */
interface User {
  id: string
  weight: number
}

/** Modules in one file. */
interface Chunk {
  modules: string[]
  /** What they import that is not of the first chunks. */
  imports: Set<string>
  /** In characters, before it is minified. */
  size: number
  /** What loads it: the parts of the code that come by themselves. */
  users: Set<User>
  /** Of one that is of several, which the bundler would keep apart. */
  name?: string
}

/**
 * What sends calls, and what has components show their results, of libraries whose index names it beside what is needed
 * before.
 */
const FETCHES = [
  /\/@trpc\/client\/dist\/(http|unstable-internals)/,
  /\/@tanstack\/query-core\/build\/modern\/(q|infiniteQ|m)\w+Observer\.js$/,
  /\/@tanstack\/react-query\/build\/modern\/(use(Base|Suspense|Infinite)?Query|useMutation|suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider)\.js$/,
]
/** What a file more costs, in characters: its name in the first load of every visit, and a request. */
const FILE_COST = 20_000
/** What it costs each part of the code that loads it, in characters: files compress worse apart, and import each other by name. */
const LOAD_COST = 1500

/**
 * The chunks of the build's code. What every visit begins with is few, which compress best: the libraries, which stay the same
 * from release to release, the site around every screen, and what fetches, which a rendered page shows without. The rest
 * is by who loads it, which is the bundler's own way; of these files, two become one where that saves more than is loaded in vain.
 */
export function chunkGroups(folder: string) {
  let first: Map<string, string> | undefined
  let others: Map<string, Chunk> | undefined

  function groupOf(id: string, graph: Graph): string | null {
    const main = `${folder}/src/main.tsx`
    first ??= new Map([
      ...[...reach(`${folder}/src/api-client/call-links.ts`, graph)].map(one => [one, 'calls'] as const),
      ...[...reach(main, graph)].map(one => [one, nameOf(one)] as const),
    ])
    others ??= merge(chunksOf(folder, main, graph, first))
    return first.get(id) ?? others.get(id)?.name ?? null
  }

  return [{ name: groupOf, debugName: 'chunks', includeDependenciesRecursively: false }]
}

function nameOf(id: string): string {
  if (FETCHES.some(library => library.test(id))) return 'calls'
  return id.includes('/node_modules/') ? 'core' : 'site'
}

/** What is not of the first chunks, by who loads it. The same wherever the folder lies: what plugins write names it. */
function chunksOf(folder: string, main: string, graph: Graph, first: ReadonlyMap<string, string>): Chunk[] {
  const users = new Map<string, Set<User>>()
  const parts = new Map<string, User>([[main, { id: main, weight: 0 }]])
  for (const part of parts.values()) {
    for (const id of reach(part.id, graph)) {
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        const weight = Math.max(weightOf(id), weightOf(next))
        parts.set(next, parts.get(next) ?? { id: next, weight })
      }
      if (!first.has(id)) users.set(id, (users.get(id) ?? new Set()).add(part))
    }
  }
  const chunks = new Map<string, Chunk>()
  for (const [id, of] of users) {
    const key = [...of]
      .map(user => user.id)
      .sort()
      .join()
    const chunk = chunks.get(key) ?? { modules: [], imports: new Set(), size: 0, users: of }
    const { code, importedIds } = graph.getModuleInfo(id) ?? { code: '', importedIds: [] }
    chunk.modules.push(id)
    for (const next of importedIds) if (users.has(next)) chunk.imports.add(next)
    chunk.size += code?.replaceAll(folder, '').length ?? 0
    chunks.set(key, chunk)
  }
  return [...chunks.values()]
}

/** The chunk of each module, once chunks were put together in pairs, round by round: those first that save the most by it. */
function merge(chunks: Chunk[]): Map<string, Chunk> {
  const chunkOf = new Map(chunks.flatMap(chunk => chunk.modules.map(id => [id, chunk] as const)))
  // A screen is a file of its own.
  const mergeable = new Set(chunks.filter(({ modules }) => !modules.some(id => id.includes('?tsr-split='))))
  for (;;) {
    const pairs = [...mergeable].flatMap((one, index, all) =>
      all.slice(0, index).map(other => ({ one, other, saved: savedBy(one, other, chunkOf) })),
    )
    const worthIt = pairs.filter(({ saved }) => saved > 0).sort((a, b) => b.saved - a.saved)
    if (worthIt.length === 0) return chunkOf
    const done = new Set<Chunk>()
    for (const { one, other } of worthIt) {
      // Those before it may have changed what it saves.
      if (done.has(one) || done.has(other) || savedBy(one, other, chunkOf) <= 0) continue
      done.add(one).add(other)
      const users = union(one.users, other.users)
      for (const chunk of neededBy(one, other, chunkOf) ?? []) chunk.users = union(chunk.users, users)
      Object.assign(one, { size: one.size + other.size, users, name: `shared-${mergeable.size}` })
      one.modules.push(...other.modules)
      for (const id of other.modules) chunkOf.set(id, one)
      for (const id of other.imports) one.imports.add(id)
      mergeable.delete(other)
    }
  }
}

/** What is saved when two chunks are one file; 0 where they cannot be. */
function savedBy(one: Chunk, other: Chunk, chunkOf: ReadonlyMap<string, Chunk>): number {
  const shared = weigh(one.users) - weigh(one.users, other.users)
  const inVain = one.size * weigh(other.users, one.users) + other.size * weigh(one.users, other.users)
  const saved = FILE_COST + LOAD_COST * shared - inVain
  // What they need themselves only adds to it.
  const needed = saved > 0 && neededBy(one, other, chunkOf)
  if (!needed) return 0
  const users = union(one.users, other.users)
  return needed.reduce((sum, chunk) => sum - (LOAD_COST + chunk.size) * weigh(users, chunk.users), saved)
}

/** What two chunks, put together, need; null where that needs one of the two. */
function neededBy(one: Chunk, other: Chunk, chunkOf: ReadonlyMap<string, Chunk>): Chunk[] | null {
  const merged = [one, other]
  const reached = new Set(merged)
  for (const chunk of reached) {
    for (const id of chunk.imports) {
      const needed = chunkOf.get(id)
      if (needed && merged.includes(needed) && !merged.includes(chunk)) return null
      if (needed) reached.add(needed)
    }
  }
  return [...reached].slice(merged.length)
}

/** How much it counts what these load, without those that have it. */
function weigh(users: Set<User>, besides?: Set<User>): number {
  let sum = 0
  for (const user of users) if (!besides?.has(user)) sum += user.weight
  return sum
}

/** How much it counts what a part loads: screens, and their parts, that strangers come to the most, a dialog the least. */
function weightOf(id: string): number {
  if (/\/routes\/(?!_signed-in)/.test(id)) return 8
  return id.includes('/routes/') ? 1 : 0.1
}

function union(one: Set<User>, other: Set<User>): Set<User> {
  return new Set([...one, ...other])
}

/** Everything that is loaded with a module: what it imports, and what that imports, and so on. */
function reach(id: string, graph: Graph): Set<string> {
  const reached = new Set([id])
  for (const one of reached) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) reached.add(next)
  return reached
}
