import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../bootstrap/repository.mjs'
import { workspaceFolders } from '../bootstrap/workspace.mjs'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('the image installs the packages of every part of the workspace', () => {
  const dockerfile = read('Dockerfile')
  const copied = workspaceFolders(root).filter(folder =>
    dockerfile.match(`COPY (\\S+ )*${folder === '.' ? '' : `${folder}/`}package\\.json `),
  )
  expect(copied).toEqual(workspaceFolders(root))
  // The lockfile names them.
  expect(dockerfile).toContain('COPY patches patches')
})

test('.env.example names every variable that the API and the launcher read', () => {
  const named = new Set([...read('.env.example').matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name))
  const ofApi = [...read('apps/api/src/env.ts').matchAll(/^ {2}([A-Z0-9_]+): /gm)].map(([, name]) => name)
  const ofLauncher = [...read('scripts/launch/env.ts').matchAll(/inherited\.([A-Z0-9_]+)/g)].map(([, name]) => name)
  expect(ofApi.length).toBeGreaterThan(10)
  expect([...ofApi, ...ofLauncher].filter(name => !named.has(name))).toEqual([])
})

test('the production image holds the command line, by its name', () => {
  const [, production = ''] = /^FROM base AS production$([\s\S]*?)^FROM /m.exec(read('Dockerfile')) ?? []
  expect(production).toContain('COPY --from=build /app/apps/api/dist api\n')
  expect(production).toMatch(/^COPY --chmod=755 scripts\/image\/second-ring\.sh \/usr\/local\/bin\/second-ring$/m)
  expect(read('Dockerfile')).toMatch(/^WORKDIR \/app$/m)
  expect(read('scripts/image/second-ring.sh')).toMatch(/^exec node \/app\/api\/cli\.js "\$@"$/m)
  expect(read('apps/api/build.ts')).toContain("path.join(out, 'cli.js')")
})
