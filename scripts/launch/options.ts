import { Failure } from '../bootstrap/failure.mjs'

export type Options = {
  /** Delete everything that was made here, and begin again. */
  fresh: boolean
  /** Begin without the demo market. */
  empty: boolean
  /** Hot reload of the web, restarts of the API. */
  dev: boolean
  /** Build, and start nothing. */
  build: boolean
  help: boolean
}

const flags: Record<string, keyof Options> = {
  '--fresh': 'fresh',
  '--empty': 'empty',
  '--dev': 'dev',
  '--build': 'build',
  '--help': 'help',
  '-h': 'help',
}

/** Reads the command line. Throws a Failure that names what it does not know. */
export function readOptions(args: string[]): Options {
  const options: Options = { fresh: false, empty: false, dev: false, build: false, help: false }
  for (const arg of args) {
    const name = flags[arg]
    if (!name) throw new Failure(`Unknown option ${arg}: npm start -- --help lists what there is.`)
    options[name] = true
  }
  return options
}

export const help = `Starts Second Ring: the site, and a sandbox for every outside service that is not configured.

  npm start                 start, or start again with everything that was made before
  npm start -- --fresh      delete what was made in .data and begin with a new demo market; not while it runs
  npm start -- --fresh --empty   the same without a demo market, as production begins
  npm run dev               the same with hot reload of the web and restarts of the API
  npm start -- --build      install and build, and start nothing (--install: install alone)

  PORT=4000 npm start       another port (the sandboxes take the four after it)
  HOST=0.0.0.0 npm start    reachable from other machines

.env.example lists every variable. A file .env beside it is read at the start.`
