import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** A file of the build's code, as `apps/web/list-chunks.ts` lists it. */
interface Chunk {
  isEntry: boolean
  imports: string[]
  modules: string[]
}
type Chunks = Record<string, Chunk>

/** What a browser loads before a screen is there. */
export interface FirstLoad {
  /** Each file of code with its weight on the wire, in bytes; heaviest first. */
  files: { name: string; bytes: number }[]
  bytes: number
  /** What the files are made of. */
  modules: string[]
}

/** The listing of a build's chunks. */
function readChunks(dist: string): Chunks {
  return JSON.parse(readFileSync(path.join(dist, '.chunks.json'), 'utf8'))
}

/**
 * The code that the screen of a route file needs first: what index.html names, the route's own chunk, and whatever these
 * import, and so on. Imports that wait for something to happen are not part of it.
 * @throws Error when the build has no chunk with the route's screen
 */
export function firstLoad(dist: string, route: string): FirstLoad {
  const chunks = readChunks(dist)
  const screen = Object.keys(chunks).find(name => chunks[name]?.modules.includes(screenOf(route)))
  if (!screen) throw new Error(`No chunk of the build holds ${screenOf(route)}`)
  const names = new Set([...namedIn(path.join(dist, 'index.html')), screen])
  for (const name of names) for (const next of chunks[name]?.imports ?? []) names.add(next)
  const files = [...names].map(name => ({ name, bytes: weigh(path.join(dist, name)) }))
  return {
    files: files.sort((a, b) => b.bytes - a.bytes),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    modules: [...names].flatMap(name => chunks[name]?.modules ?? []),
  }
}

/** The module that the router's build makes of a route file's component. */
export function screenOf(route: string): string {
  return `${route}?tsr-split=component`
}

function namedIn(page: string): string[] {
  const html = readFileSync(page, 'utf8')
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].flatMap(([, name]) => name ?? [])
}

// What is too small to be worth compressing is sent as it is.
function weigh(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
