import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'
import { readBrowserFiles } from './browser-files.ts'
import { joinModules } from './join-modules.ts'

test('the script is one classic script that defines Stripe', async () => {
  const sandbox = await startSandbox({ publicUrl: 'http://cards.test:3001' })
  expect(sandbox.scriptUrl).toBe('http://cards.test:3001/v3/')
  const response = await fetch(`${sandbox.url}/v3/`)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const again = await fetch(`${sandbox.url}/v3/`, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)

  class HTMLScriptElement {
    src = sandbox.scriptUrl
  }
  const window: { Stripe?: ((key: string) => Record<string, unknown>) & { version: string } } = {}
  const page = { document: { currentScript: new HTMLScriptElement() }, HTMLScriptElement, URL, window }
  runInNewContext(await response.text(), page)
  expect(window.Stripe?.version).toBe('endive')
  const stripe = window.Stripe?.('pk_test_x') ?? {}
  for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment', '_registerWrapper']) {
    expect(stripe[name]).toBeTypeOf('function')
  }
  expect('then' in stripe).toBe(false)
  expect(() => window.Stripe?.('')).toThrow('publishable key')
  expect(() => window.Stripe?.('sk_test_x')).toThrow('secret key')
})

test('only the frames may be framed, and they load from their own origin only', async () => {
  const sandbox = await startSandbox()
  for (const path of ['/v3/element', '/v3/challenge/src_1']) {
    const response = await fetch(sandbox.url + path)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    expect(policy).toContain('frame-ancestors *')
    const html = await response.text()
    expect(html).not.toMatch(/<style|\sstyle=|<script>|\son\w+=/)
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await fetch(sandbox.url + address)).status).toBe(200)
    }
  }
  const script = await fetch(`${sandbox.url}/v3/`)
  expect(script.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect((await fetch(`${sandbox.url}/v3/assets/element/../../build-server.ts`)).status).toBe(404)
})

test('every module is served without its types, and finds what it imports', () => {
  const files = readBrowserFiles()
  for (const [path, { type, body }] of files) {
    if (!path.startsWith('/v3/assets/') || !type.startsWith('text/javascript')) continue
    expect(body, path).not.toMatch(/^(?:import type|type |export type)/m)
    for (const [, imported = ''] of body.matchAll(/from '([^']+)'/g)) {
      expect(files.has(new URL(imported, `http://x${path}`).pathname), `${path} imports ${imported}`).toBe(true)
    }
  }
})

test('joined modules keep their scopes and are run once, what cannot be joined is told', async () => {
  const folder = await temporaryFolder()
  const file = (name: string, text: string) => writeFile(`${folder}/${name}`, text)
  await file('one.ts', "import { count } from './count.ts'\nconst own: number = 1\nexport const one = own + count()\n")
  await file('two.ts', "import { count as next } from './count.ts'\nconst own = 10\nexport const two = own + next()\n")
  await file('count.ts', 'let calls = 0\nexport function count(): number {\n  return ++calls * 100\n}\n')
  await file('entry.ts', "import { one } from './one.ts'\nimport {\n  two,\n} from './two.ts'\nresult.push(one, two)\n")
  await file('wrong.ts', "import * as one from './one.ts'\nresult.push(one)\n")
  const result: number[] = []
  runInNewContext(joinModules(pathToFileURL(`${folder}/entry.ts`)), { result })
  expect(result).toEqual([101, 210])
  expect(() => joinModules(pathToFileURL(`${folder}/wrong.ts`))).toThrow('cannot be joined')
})
