import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** A file of the build's code, as `apps/web/list-chunks.ts` lists it. */
interface Chunk {
  isEntry: boolean
  imports: string[]
  modules: string[]
}

/** What a browser loads before a screen is there. */
export interface FirstLoad {
  /** Each file of code with its weight on the wire, in bytes; heaviest first. */
  files: { name: string; bytes: number }[]
  bytes: number
  /** What the files are made of. */
  modules: string[]
}

/** A build of the site: what its screens load first. */
export interface Build {
  /** The route files, below `src/routes/`; those around others (layouts) apart. */
  routes: string[]
  /**
   * The code that the screen of a route file needs first: what index.html names, the chunks of the route and of the layouts
   * around it, and whatever these import, and so on. Imports that wait for something to happen are not part of it.
   */
  firstLoad: (route: string) => FirstLoad
  /** The same of a page that comes rendered: without what index.html preloads, which waits there for an idle moment. */
  renderedLoad: (route: string) => FirstLoad
  /** With its parts that follow by themselves, each a module below `src/`, and what index.html preloads. */
  wholeLoad: (route: string, parts: readonly string[]) => FirstLoad
  /** How many files of code are smaller than so many bytes, before they are compressed. */
  smallFiles: (bytes: number) => number
}

const SCREEN = /^src\/routes\/(.+)\?tsr-split=component$/
const ROUTE = /^src\/routes\/(.+\.tsx)(?:\?.*)?$/
const ROOT = '__root.tsx'

/** Reads the listing of a build's chunks. */
export function readBuild(dist: string): Build {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(path.join(dist, '.chunks.json'), 'utf8'))
  const chunkOf = new Map(
    Object.entries(chunks).flatMap(([name, { modules }]) =>
      modules.flatMap(module => {
        const route = screenIn(module)
        return route ? [[route, name] as const] : []
      }),
    ),
  )
  const screens = [...chunkOf.keys()].sort()
  const files = Object.values(chunks).flatMap(({ modules }) => modules.flatMap(module => ROUTE.exec(module)?.[1] ?? []))
  const routes = [...new Set(files)].filter(file => file !== ROOT).sort()
  const layoutsOf = (route: string) => screens.filter(screen => isAround(screen, route))
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const scripts = namedIn(html, 'src')
  const preloaded = namedIn(html, 'href')

  function load(route: string, more: readonly string[]): FirstLoad {
    const own = [...layoutsOf(route), route].flatMap(screen => chunkOf.get(screen) ?? [])
    const names = new Set([...scripts, ...own, ...more])
    for (const name of names) for (const next of chunks[name]?.imports ?? []) names.add(next)
    const loaded = [...names].map(name => ({ name, bytes: weigh(path.join(dist, name)) }))
    return {
      files: loaded.sort((a, b) => b.bytes - a.bytes),
      bytes: loaded.reduce((sum, file) => sum + file.bytes, 0),
      modules: [...names].flatMap(name => chunks[name]?.modules ?? []),
    }
  }

  function chunkWith(part: string): string {
    const found = Object.keys(chunks).find(name => chunks[name]?.modules.includes(`src/${part}`))
    if (!found) throw new Error(`No file of the build holds ${part}`)
    return found
  }

  return {
    routes: routes.filter(route => !routes.some(other => isAround(route, other))),
    firstLoad: route => load(route, preloaded),
    renderedLoad: route => load(route, []),
    wholeLoad: (route, parts) => load(route, [...preloaded, ...parts.map(chunkWith)]),
    // The entry that is named in index.html is empty, and no file.
    smallFiles: bytes =>
      Object.keys(chunks)
        .map(name => path.join(dist, name))
        .filter(file => existsSync(file) && statSync(file).size < bytes).length,
  }
}

/** The route file of a module that is the screen of one, as the router's build splits them off. */
export function screenIn(module: string): string | undefined {
  return SCREEN.exec(module)?.[1]
}

/** Whether the screen of one route file stands around that of another: `dashboard.tsx` around `dashboard/account.tsx`. */
export function isAround(layout: string, route: string): boolean {
  return layout !== route && route.startsWith(layout.replace(/\.tsx$/, '/'))
}

/** The code that a page names in an attribute. */
function namedIn(html: string, attribute: 'src' | 'href'): string[] {
  return [...html.matchAll(/(src|href)="\/([^"]+\.js)"/g)].flatMap(([, found, name]) =>
    name && found === attribute ? [name] : [],
  )
}

// What is too small to be worth compressing is sent as it is.
function weigh(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
