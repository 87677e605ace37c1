import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PAGE = '<!doctype html><title>Second Ring</title>'
const someId = '0190a000-0000-7000-8000-000000000001'

let market: Market
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'second-ring-web-'))
  await mkdir(join(webDir, 'site', 'assets'), { recursive: true })
  await mkdir(join(webDir, 'server'))
  await writeFile(join(webDir, 'site', 'index.html'), PAGE)
  await writeFile(join(webDir, 'site', 'assets', 'app-1.js'), '1')
  await writeFile(join(webDir, 'site', 'service-worker.js'), '1')
  // Renders nothing; each page is the empty one.
  const renderer = 'export const renderPage = async ({ template }) => ({ status: 200, html: template })'
  await writeFile(join(webDir, 'server', 'render-page.mjs'), renderer)
  market = await createMarket({ webDir })
})
afterAll(async () => {
  await market.close()
  await rm(webDir, { recursive: true })
})

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(market.url + path, { method, headers })
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  return { status: answer.status, isPage, text: await answer.text(), headers: answer.headers }
}
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }

const restPaths = [
  '/orders',
  `/orders/${someId}`,
  '/categories',
  `/categories/${someId}`,
  '/getAddProduct',
  '/getProduct',
  '/users/Buyer',
  '/users/admin/a@example.test',
  '/jwt?email=a@example.test',
]

describe('a path of the REST layer', () => {
  it.each(restPaths)('%s, opened in a browser, is the site’s page for what is not there', async path => {
    expect(await get(path, navigation)).toMatchObject({ status: 404, isPage: true, text: PAGE })
    expect(await get(path, { ...navigation, authorization: 'Bearer null' })).toMatchObject({ isPage: true })
  })

  it.each(restPaths)('%s is JSON for every other client', async path => {
    const accessToken = market.tokenOf((await market.user()).id)
    for (const headers of [
      {},
      { accept: 'text/html' },
      { 'sec-fetch-dest': 'empty' },
      { ...navigation, authorization: `Bearer ${accessToken}` },
    ]) {
      const answer = await get(path, headers)
      expect(answer.isPage).toBe(false)
      expect(JSON.parse(answer.text)).toBeTypeOf('object')
      expect(answer.headers.get('vary')).toContain('sec-fetch-dest')
    }
  })

  it('takes a form that a page sends as any other client’s', async () => {
    const answer = await get('/orders', navigation, 'POST')
    expect(answer.isPage).toBe(false)
  })
})

describe('what documents the REST layer', () => {
  it.each(['/docs', '/openapi.json'])('stays at %s in a browser', async path => {
    const answer = await get(path, navigation)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toBe(PAGE)
  })
})

describe('a page of the web', () => {
  const routes = join(import.meta.dirname, '../../../web/src/routes')
  // A folder or file that begins with `-` is none, with `_` it is no part of the path, with `$` it is a parameter.
  async function pathsIn(folder: string): Promise<string[]> {
    const found = await readdir(folder, { withFileTypes: true })
    const inside = found.filter(entry => entry.isDirectory() && !entry.name.startsWith('-'))
    const deeper = inside.map(async ({ name }) =>
      (await pathsIn(join(folder, name))).map(path => (name.startsWith('_') ? path : `/${name}${path}`)),
    )
    const here = found
      .filter(({ name }) => /^[a-zA-Z].*\.tsx$/.test(name) && !/\.test\.tsx$/.test(name))
      .map(({ name }) =>
        `/${name
          .replace(/\.tsx$/, '')
          .replaceAll('.', '/')
          .replace('$', '')}`.replace(/^\/index$/, '/'),
      )
    return [...here, ...(await Promise.all(deeper)).flat()]
  }

  it('is answered by 200, whatever the reader accepts', async () => {
    const paths = await pathsIn(routes)
    expect(paths).toEqual(expect.arrayContaining(['/', '/account/action', '/login', '/dashboard/myOrders']))
    for (const path of paths) {
      expect(await get(path, { accept: 'text/html' }), path).toMatchObject({ status: 200, isPage: true })
    }
  })
})

it('an empty page is none for search engines', async () => {
  for (const path of ['/singleCategories/x', '/dashboard', '/login', '/nothing-here'])
    expect((await get(path)).headers.get('x-robots-tag')).toBe('noindex')
})

it('a browser asks for the service worker again at each visit, and keeps what has a name of its own', async () => {
  const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control')
  expect(await cacheControl('/service-worker.js')).toBe('no-cache')
  expect(await cacheControl('/assets/app-1.js')).toBe('public, max-age=31536000, immutable')
})

describe('any other path', () => {
  it.each([{}, { accept: '*/*' }, navigation])('is the page, whatever the reader accepts: %j', async headers => {
    expect(await get('/listings/abc?x=1.js', headers)).toMatchObject({ status: 200, isPage: true, text: PAGE })
    expect(await get('/nothing-here', headers, 'HEAD')).toMatchObject({ status: 404, isPage: true })
  })

  it.each(['/assets/app-2.js', '/robots2.txt', '/favicon.ico'])('that names a file, %s, is not found', async path => {
    expect(await get(path)).toMatchObject({ status: 404 })
  })

  it('is JSON to who sends a bearer, or writes', async () => {
    for (const answer of [await get('/nothing', { authorization: 'Bearer x' }), await get('/nothing', {}, 'POST')]) {
      expect(answer).toMatchObject({ status: 404, isPage: false })
      expect(JSON.parse(answer.text)).toEqual({ message: 'There is nothing at this address.', code: 'NOT_FOUND' })
    }
  })
})
