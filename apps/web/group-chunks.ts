/** What the bundler tells of a module when it asks for the module's chunk. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const MAIN = 'src/main.tsx'
const LIST_ROUTES = ['index.tsx', '_signed-in/singleCategories.$categoryId.tsx']

/**
 * The chunk of a module, for what most visits begin with; null leaves it to the bundler. Two files instead of thirty,
 * which compress badly: the libraries, which stay the same from release to release, and the site around every screen
 * with what its lists of phones are made of.
 */
export function chunkOf(folder: string) {
  let parts: { site: Set<string>; lists: Set<string>[] } | undefined
  return (id: string, graph: Graph): string | null => {
    parts ??= {
      site: reach(`${folder}/${MAIN}`, graph),
      lists: LIST_ROUTES.map(route => reach(`${folder}/src/routes/${route}?tsr-split=component`, graph)),
    }
    const { site, lists } = parts
    const onLists = isIcon(id) ? lists.some(list => list.has(id)) : lists.every(list => list.has(id))
    if (!site.has(id) && !onLists) return null
    return id.includes('/node_modules/') ? 'core' : 'site'
  }
}

// On Home many an icon is shared with screens of their own; a file for each would be more head than icon.
function isIcon(id: string): boolean {
  return id.startsWith('\0virtual:icon/')
}

/** Everything that is loaded with a module: what it imports, and what that imports, and so on. */
function reach(id: string, graph: Graph): Set<string> {
  const reached = new Set([id])
  for (const one of reached) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) reached.add(next)
  return reached
}
