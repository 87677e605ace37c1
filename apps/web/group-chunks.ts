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

/** A module that is not of the first chunks. */
interface Module {
  id: string
  /** In characters, before it is minified. */
  size: number
  imports: readonly string[]
}

/** A part of the code that comes by itself, by the module that it begins with. */
interface User {
  id: string
  weight: number
}

/** Modules in one file. */
interface Chunk {
  modules: Module[]
  size: number
  /** What loads it: the parts of the code that come by themselves. */
  users: Set<User>
  /** Whether it is of several, which the bundler would keep apart. */
  isMerged?: boolean
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
/** Up to this a chunk is small, in characters. */
const SMALL = 2500
/** How much more it counts what public pages load than what a dashboard's screens do. */
const PUBLIC_WEIGHT = 4
/** What a file more costs, in characters: its name in the first load of every visit, a request, what it imports by name. */
const FILE_COST = 20_000

/**
 * The chunks of the build's code. What every visit begins with is few, which compress best: the libraries, which stay the same
 * from release to release, the site around every screen, and what fetches, which a rendered page shows without. The rest
 * is by who loads it, which is the bundler's own way; small ones are put together where the least is loaded in vain.
 */
export function chunkGroups(folder: string) {
  let first: Map<string, string> | undefined
  let names: Map<string, string> | undefined

  function groupOf(id: string, graph: Graph): string | null {
    const main = `${folder}/src/main.tsx`
    first ??= new Map([
      ...[...reach(`${folder}/src/api-client/call-links.ts`, graph)].map(one => [one, 'calls'] as const),
      ...[...reach(main, graph)].map(one => [one, nameOf(one)] as const),
    ])
    names ??= namesOf(mergeSmall(chunksOf(folder, main, graph, first)))
    return first.get(id) ?? names.get(id) ?? null
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
    const chunk = chunks.get(key) ?? { modules: [], size: 0, users: of }
    const { code, importedIds } = graph.getModuleInfo(id) ?? { code: '', importedIds: [] }
    const size = code?.replaceAll(folder, '').length ?? 0
    chunk.modules.push({ id, size, imports: importedIds.filter(next => users.has(next)) })
    chunk.size += size
    chunks.set(key, chunk)
  }
  return [...chunks.values()]
}

/** Puts small chunks to others, the smallest first, as long as a file less is worth what is loaded in vain. */
function mergeSmall(chunks: Chunk[]): Chunk[] {
  const chunkOf = new Map(chunks.flatMap(chunk => chunk.modules.map(({ id }) => [id, chunk] as const)))
  // A screen is a file of its own.
  const mergeable = chunks.filter(({ modules }) => !modules.some(({ id }) => id.includes('?tsr-split=')))
  const waiting = mergeable.filter(({ size }) => size < SMALL).sort((a, b) => a.size - b.size)
  for (const small of waiting) {
    let best: Chunk | undefined
    let least = FILE_COST
    for (const other of mergeable) {
      const users = union(small.users, other.users)
      // What they need themselves only adds to it.
      if (other === small || costOf([small, other], users) >= least) continue
      const needed = neededBy([small, other], chunkOf)
      const cost = needed ? costOf([small, other, ...needed], users) : least
      if (cost >= least) continue
      least = cost
      best = other
    }
    if (!best) continue
    const users = union(small.users, best.users)
    for (const chunk of neededBy([small, best], chunkOf) ?? []) chunk.users = union(chunk.users, users)
    best.modules.push(...small.modules)
    best.size += small.size
    best.users = users
    best.isMerged = true
    for (const { id } of small.modules) chunkOf.set(id, best)
    mergeable.splice(mergeable.indexOf(small), 1)
  }
  return [...new Set(chunkOf.values())]
}

/** What two chunks, put together, need; null where that needs one of the two. */
function neededBy(merged: Chunk[], chunkOf: ReadonlyMap<string, Chunk>): Chunk[] | null {
  const reached = new Set(merged)
  for (const chunk of reached) {
    for (const next of chunk.modules.flatMap(({ imports }) => imports)) {
      const needed = chunkOf.get(next)
      if (needed && merged.includes(needed) && !merged.includes(chunk)) return null
      if (needed) reached.add(needed)
    }
  }
  return [...reached].slice(merged.length)
}

/** How much is loaded in vain when all of these users load all of these chunks. */
function costOf(chunks: Chunk[], users: Set<User>): number {
  const inVain = (chunk: Chunk) => [...users].reduce((sum, user) => sum + (chunk.users.has(user) ? 0 : user.weight), 0)
  return chunks.reduce((sum, chunk) => sum + chunk.size * inVain(chunk), 0)
}

/** How much it counts what a part loads: screens, and their parts, that strangers come to the most, a dialog the least. */
function weightOf(id: string): number {
  if (/\/routes\/(?!_signed-in)/.test(id)) return PUBLIC_WEIGHT
  return id.includes('/routes/') ? 1.25 : 0.25
}

/** The file of each module that is not where the bundler would put it. */
function namesOf(chunks: Chunk[]): Map<string, string> {
  const merged = chunks.filter(({ isMerged }) => isMerged)
  return new Map(merged.flatMap(({ modules }, index) => modules.map(({ id }) => [id, `shared-${index}`] as const)))
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
