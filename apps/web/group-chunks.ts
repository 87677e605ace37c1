/** What the bundler tells of a module when it asks for the module's chunk. */
interface Graph {
  getModuleInfo(
    id: string,
  ): { code: string | null; importers: readonly string[]; importedIds: readonly string[] } | null
}

const MAIN = 'src/main.tsx'
/** Beyond this a module is worth a file of its own, in characters before it is minified. */
const SMALL = 1500
const LIST_ROUTES = ['index.tsx', '_signed-in/singleCategories.$categoryId.tsx']

/**
 * The groups of the build's code; the rest is left to the bundler. What most visits begin with is two files instead of
 * thirty, which compress badly: the libraries, which stay the same from release to release, and the site around every screen
 * with what its lists of phones are made of. Of the rest, what many screens share is two more: the kit, and the schemas.
 */
export function chunkGroups(folder: string) {
  let parts: { site: Set<string>; lists: Set<string>[] } | undefined
  const partsOf = (graph: Graph) => {
    parts ??= {
      site: reach(`${folder}/${MAIN}`, graph),
      lists: LIST_ROUTES.map(route => reach(`${folder}/src/routes/${route}?tsr-split=component`, graph)),
    }
    return parts
  }

  function first(id: string, graph: Graph): string | null {
    const { site, lists } = partsOf(graph)
    const onLists = isIcon(id) ? lists.some(list => list.has(id)) : lists.every(list => list.has(id))
    if (!site.has(id) && !onLists) return null
    return id.includes('/node_modules/') ? 'core' : 'site'
  }

  function later(id: string, graph: Graph): string | null {
    const { site, lists } = partsOf(graph)
    if (isZod(id)) return 'schemas'
    if (!isSmallAndShared(id, graph) || lists.some(list => list.has(id))) return null
    const libraries = [...reach(id, graph)].filter(one => one.includes('/node_modules/') && !site.has(one))
    if (libraries.length === 0) return 'kit'
    return libraries.every(isZod) ? 'schemas' : null
  }

  return [
    { name: first, debugName: 'first', priority: 2 },
    { name: later, debugName: 'later', priority: 1 },
  ]
}

function isZod(id: string): boolean {
  return id.includes('/node_modules/zod/')
}

// On Home many an icon is shared with screens of their own.
function isIcon(id: string): boolean {
  return id.startsWith('\0virtual:icon/')
}

function isSmallAndShared(id: string, graph: Graph): boolean {
  const { code, importers = [] } = graph.getModuleInfo(id) ?? {}
  const isOfAll = isIcon(id) || /\/(apps\/web\/src\/(ui|api-client)|packages\/contracts\/src)\//.test(id)
  return isOfAll && importers.length > 2 && (code?.length ?? 0) < SMALL
}

/** Everything that is loaded with a module: what it imports, and what that imports, and so on. */
function reach(id: string, graph: Graph): Set<string> {
  const reached = new Set([id])
  for (const one of reached) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) reached.add(next)
  return reached
}
