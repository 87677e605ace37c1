import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { cardFonts } from '../../packages/pictures/src/decoder/card-fonts.ts'
import { thinMappings } from './thin-mappings.ts'

/** The folder to make: the argument, or `dist`. */
const [out = 'dist'] = process.argv.slice(2)

/** The bundle holds what its sources read from files beside them. */
const filesAsConstants: Plugin = {
  name: 'files-as-constants',
  setup({ onLoad }) {
    onLoad(
      { filter: /\/(http\/migration-names|http\/rest\/example-client|audit\/trigger-sources)\.ts$/ },
      async ({ path }) => {
        const constants = Object.entries(await import(path))
        const contents = constants.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
        return { contents, loader: 'js' }
      },
    )
  },
}

/** Prisma's query compiler lies beside the bundle: within it, as text, it would be kept twice for as long as the process lives. */
const compilerAsFile: Plugin = {
  name: 'compiler-as-file',
  setup({ onLoad }) {
    onLoad({ filter: /\/query_compiler_\w+\.postgresql\.wasm-base64\.mjs$/ }, async file => {
      const { wasm } = await import(file.path)
      await writeFile(path.join(out, 'query-compiler.wasm'), Buffer.from(wasm, 'base64'))
      return {
        contents: `import { readFileSync } from 'node:fs'
          export const wasm = readFileSync(new URL('./query-compiler.wasm', import.meta.url))`,
        loader: 'js',
      }
    })
  },
}

/**
 * What Firebase's SDK loads where HTTPS_PROXY is set is a CommonJS package. Of such a package, in a file of its own, esbuild
 * exports the default alone.
 */
const namedProxyAgent: Plugin = {
  name: 'named-proxy-agent',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^https-proxy-agent$/ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path, namespace: 'named', pluginData: { resolveDir } } : null,
    )
    onLoad({ filter: /./, namespace: 'named' }, ({ path, pluginData: { resolveDir } }) => ({
      contents: `export { HttpsProxyAgent } from '${path}'`,
      resolveDir,
    }))
  },
}

/** The map of a file that has none: its lines are shown as they stand in the bundle. */
const unmapped = `//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":["dependency"],"sourcesContent":[""],"mappings":"AAAA"}')}`

/** Only the product's own sources are mapped: Node keeps the whole map in memory, and of everything it took 200 MB. */
const mapOwnSourcesOnly: Plugin = {
  name: 'map-own-sources-only',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n${unmapped}`,
      loader: 'js',
    }))
  },
}

/** Copies a package and what it needs, as far as it is installed for this machine, into one folder of packages. */
async function copyPackage(folder: string, name: string, to: string): Promise<void> {
  const from = await realpath(folder)
  if (existsSync(path.join(to, name))) return
  await cp(from, path.join(to, name), { recursive: true })
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    await readFile(path.join(from, 'package.json'), 'utf8'),
  )
  // What a package needs is installed beside it.
  const beside = from.slice(0, -path.join(name).length)
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (existsSync(path.join(beside, needed))) await copyPackage(path.join(beside, needed), needed, to)
  }
}

await mkdir(out, { recursive: true })
for (const name of await readdir(out)) {
  if (/^server.*\.js/.test(name)) await rm(path.join(out, name))
}
await rm(path.join(out, 'node_modules'), { recursive: true, force: true })
await copyPackage('../../packages/pictures/node_modules/sharp', 'sharp', path.join(out, 'node_modules'))

for (const font of cardFonts) await cp(font, path.join(out, path.basename(font)))

const options = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  keepNames: true,
  // Without its comments the bundle is plain ASCII, which is kept with one byte a character instead of two.
  minifyWhitespace: true,
  lineLimit: 200,
  legalComments: 'none',
  logLevel: 'warning',
  // Machine code, which cannot be bundled; it lies beside the bundle.
  external: ['sharp'],
  // Bundled CommonJS packages expect these to be there.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      "import { fileURLToPath as __fileURLToPath } from 'node:url';",
      "import { dirname as __dirnameOf } from 'node:path';",
      'const require = __createRequire(import.meta.url);',
      'const __filename = __fileURLToPath(import.meta.url);',
      'const __dirname = __dirnameOf(__filename);',
    ].join('\n'),
  },
} as const satisfies BuildOptions

// A start that reads a few files instead of thousands; what is loaded only when it is wanted has files of its own.
const server = build({
  ...options,
  entryPoints: ['src/server.ts'],
  outdir: out,
  splitting: true,
  chunkNames: 'server-[hash]',
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  plugins: [filesAsConstants, compilerAsFile, namedProxyAgent, mapOwnSourcesOnly],
})

// The command line, for the people who run it.
const commandLine = build({
  ...options,
  entryPoints: ['src/cli.ts'],
  outfile: path.join(out, 'cli.js'),
  plugins: [filesAsConstants, compilerAsFile],
})

// What decodes pictures, in a process of its own that the server begins.
const decoder = build({
  ...options,
  entryPoints: ['../../packages/pictures/src/decoder/decoder-process.ts'],
  outfile: path.join(out, 'decoder-process.js'),
})

const [{ metafile }] = await Promise.all([server, commandLine, decoder])
for (const [file, { imports }] of Object.entries(metafile.inputs)) {
  const nameless = imports.find(
    ({ kind, path }) => kind === 'dynamic-import' && metafile.inputs[path]?.format === 'cjs',
  )
  if (nameless) throw new Error(`${file} loads ${nameless.path} on demand: see namedProxyAgent`)
}

for (const name of await readdir(out)) {
  if (!name.endsWith('.map')) continue
  const mapFile = path.join(out, name)
  const map: { mappings: string } = JSON.parse(await readFile(mapFile, 'utf8'))
  await writeFile(mapFile, JSON.stringify({ ...map, mappings: thinMappings(map.mappings) }))
}
