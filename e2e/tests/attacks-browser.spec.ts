import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { payButton, typeCard } from '../src/card.ts'
import type { Market, Member } from '../src/market.ts'
import { cardOf } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser, sendLogin, storedToken } from '../src/users.ts'

/** A page of somebody else's, by its path. */
interface Foreign {
  body: string
  headers?: OutgoingHttpHeaders
}

/** Serves somebody else's pages on an origin of their own. */
async function serveElsewhere(pages: Record<string, Foreign>): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '/']
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html', ...page?.headers }).end(page?.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** All that the browser's databases hold for the site, as JSON. */
function storedRows(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const rows: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        rows.push(await done(database.transaction(store).objectStore(store).getAll()))
      }
      database.close()
    }
    return JSON.stringify(rows)
  })
}

const seller = (market: Market) => market.join(newUser('Seller', 'Sana Seller'))
const bearing = ({ bearer }: Member) => ({ authorization: `Bearer ${bearer}` })

test('A78 markup in name, description and location is text on every screen, and nothing of it runs', async ({
  page,
  market,
  request,
}) => {
  const id = crypto.randomUUID().slice(0, 8)
  const markup = `<img src=/gotcha onerror=document.title='gotcha'> </script><script>alert(1)</script> ${id}`
  const owner = await seller(market)
  const buyer = await market.join(newUser('Buyer', markup.slice(0, 52)))
  const plain = await market.post(owner)
  const posted = await request.post('/addProduct', {
    headers: bearing(owner),
    data: {
      id: plain.categoryId,
      product_name: markup,
      image: plain.image,
      condition: 'good',
      description: markup,
      location: markup,
      resale_price: 100,
      orginal_price: 200,
      year_used: 1,
      seller_name: markup.slice(0, 52),
      email: owner.email,
    },
  })
  const { insertedId: listingId } = (await posted.json()) as { insertedId: string }
  const phone = { ...plain, listingId, productName: markup, price: 100 }
  await market.advertise(owner, phone)

  const gotcha: string[] = []
  page.on('dialog', dialog => {
    gotcha.push(`dialog ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  page.on('request', asked => {
    if (asked.url().includes('gotcha')) gotcha.push(asked.url())
  })
  const expectText = async (path: string) => {
    await page.goto(path)
    await expect(page.getByText(markup.slice(0, 52)).first(), path).toBeVisible()
    await expect(page).not.toHaveTitle('gotcha')
    expect(await page.locator('[onerror]').count(), path).toBe(0)
  }
  await logIn(page, buyer)
  await expectText('/')
  await expect(cardOf(page, markup)).toContainText(id)
  await expectText(`/singleCategories/${plain.categoryId}`)
  const orderId = await market.book(buyer, phone)
  await expectText('/dashboard')
  await expectText('/dashboard/myOrders')
  await expectText(`/dashboard/payment/${orderId}`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await logIn(page, owner)
  await expectText('/dashboard/MyProducts')
  expect(gotcha).toEqual([])
})

test('A79 a remembered page of another site is forgotten: the login leads Home', async ({ page, market, baseURL }) => {
  const person = await market.join(newUser('Buyer', 'Rita Return'))
  const evil = [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(document.domain)',
    '/\t/evil.example',
    '/x/..//evil.example',
  ]
  const left: string[] = []
  page.on('dialog', dialog => {
    left.push(dialog.message())
    dialog.dismiss().catch(() => undefined)
  })
  page.on('request', asked => {
    if (asked.url().includes('evil.example') && !asked.url().startsWith(`${baseURL}/`)) left.push(asked.url())
  })
  for (const from of evil) {
    const login = `/login?${new URLSearchParams({ from })}`
    await page.goto(login)
    await sendLogin(page, person)
    await expect(page.getByRole('button', { name: 'Sign out' }), from).toBeVisible()
    await expect(page, from).toHaveURL('/')
    // Who is signed in already is sent on at once, and no further.
    await page.goto(login)
    await expect(page, from).toHaveURL('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  }
  expect(left).toEqual([])
})

test('A80 another origin’s script reads nothing, and a form from there is refused as it is', async ({
  page,
  market,
  request,
  baseURL,
  allowConsole,
}) => {
  // The browser says of each refusal why it is one.
  allowConsole(/has been blocked by CORS policy/)
  const product = baseURL ?? ''
  const buyer = await market.join(newUser('Buyer', 'Vera Victim'))
  const phone = await market.post(await seller(market))
  const form = `<form action="${product}/orders" method="post" enctype="text/plain">
    <input name='{"productId":"${phone.listingId}","price":249.99,"x":"' value='"}'><button>Win a phone</button></form>`
  const elsewhere = await serveElsewhere({ '/': { body: form } })
  try {
    await logIn(page, buyer)
    await page.goto(elsewhere.origin)
    const readings = await page.evaluate(
      async ({ product, bearer, email }) => {
        const headers = { authorization: `Bearer ${bearer}` }
        const asks: [string, RequestInit?][] = [
          ['/config.json'],
          ['/categories'],
          [`/orders?email=${email}`, { headers }],
          [`/orders?email=${email}`, { credentials: 'include' }],
          ['/trpc/accounts.me', { headers }],
          ['/trpc/catalog.categories'],
          ['/orders', { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }],
        ]
        const read = ([path, init]: [string, RequestInit?]) =>
          fetch(`${product}${path}`, init).then(
            async response => `${path}: ${await response.text()}`,
            error => String(error),
          )
        return Promise.all(asks.map(read))
      },
      { product, bearer: buyer.bearer, email: buyer.email },
    )
    expect(readings).toEqual(readings.map(() => 'TypeError: Failed to fetch'))

    const [answer] = await Promise.all([
      page.waitForResponse(`${product}/orders`),
      page.getByRole('button', { name: 'Win a phone' }).click(),
    ])
    expect(answer.status()).toBe(415)
    const orders = await request.get(`/orders?email=${buyer.email}`, { headers: bearing(buyer) })
    expect(await orders.json()).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test('A81 no page of the product is shown in a frame, an object or an embed of another site', async ({
  page,
  baseURL,
  allowConsole,
}) => {
  // The browser says of each refusal why it is one.
  allowConsole(/frame-ancestors 'none'/)
  const ways = ['iframe src', 'object data', 'embed src']
  const paths = ['/', '/login', '/dashboard/myOrders', '/docs', '/config.json']
  const body = paths.flatMap(path => ways.map(way => `<${way}="${baseURL}${path}"></${way.split(' ')[0]}>`)).join('')
  const elsewhere = await serveElsewhere({ '/': { body } })
  try {
    const refused: string[] = []
    page.on('console', message => {
      if (message.text().includes('frame-ancestors')) refused.push(message.text())
    })
    await page.goto(elsewhere.origin)
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(paths.length)
    for (const frame of page.frames().slice(1)) {
      expect(frame.url()).not.toContain(baseURL)
      expect(await frame.getByText('Second Ring').count()).toBe(0)
    }
  } finally {
    await elsewhere.close()
  }
})

test('A82 after the sign-out the next person at the browser sees nothing of the first, by Back neither', async ({
  page,
  market,
}) => {
  const owner = await seller(market)
  const phone = await market.post(owner)
  const first = await market.join(newUser('Buyer', 'Fay First'))
  await market.book(first, phone)
  await logIn(page, first)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText(phone.productName).first()).toBeVisible()
  expect(await storedRows(page)).toContain(first.email)
  await page.getByRole('link', { name: /^Pay/ }).click()
  await expect(page.getByText(`Make payment for ${phone.productName}`)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()

  const expectNothing = async () => {
    await expect(page.getByRole('heading').first()).toBeVisible()
    for (const trace of [phone.productName, first.email, first.name]) await expect(page.getByText(trace)).toHaveCount(0)
  }
  for (let step = 0; step < 2; step += 1) {
    await page.goBack()
    await expectNothing()
    expect(new URL(page.url()).pathname).not.toMatch(/^\/dashboard/)
  }
  const kept = await page.evaluate(async () => ({
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    cookies: document.cookie,
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))
  for (const trace of [first.email, first.name, first.bearer, phone.productName, 'eyJ']) {
    expect(JSON.stringify(kept)).not.toContain(trace)
    expect(await storedRows(page)).not.toContain(trace)
  }
  expect(kept).toMatchObject({ cookies: '', caches: [], workers: 0 })

  // The first answer to each screen is the second person's: a glimpse of the first one's would be in the page too.
  const second = await market.join(newUser('Buyer', 'Sol Second'))
  await logIn(page, second)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('You are signed in as Sol Second.')).toBeVisible()
  await page.getByRole('link', { name: 'My orders' }).click()
  await expect(page.getByRole('heading', { name: 'My orders' })).toBeVisible()
  await expectNothing()
})

test('A83 the tokens of a session are in no address, no referrer and no message of the console', async ({
  page,
  market,
  baseURL,
  allowConsole,
}) => {
  // React says what it has caught, beside the page that shows it.
  allowConsole(/TRPCClientError: You have no such order\./)
  const phone = await market.post(await seller(market))
  const buyer = await market.join(newUser('Buyer', 'Tess Token'))
  await market.book(buyer, phone)
  const told: string[] = []
  const tokens = new Set<string>()
  page.on('console', message => told.push(message.text()))
  page.on('pageerror', error => told.push(String(error)))
  page.on('framenavigated', frame => told.push(frame.url()))
  page.on('request', request => {
    const { authorization = '', referer = '' } = request.headers()
    told.push(request.url(), referer)
    if (!request.url().startsWith(`${baseURL}/`)) told.push(authorization)
    if (authorization) tokens.add(authorization.replace(/^Bearer /, ''))
    for (const [, token = ''] of (request.postData() ?? '').matchAll(/"idToken":"([^"]+)"/g)) tokens.add(token)
  })
  await logIn(page, buyer)
  tokens.add((await storedToken(page)) ?? '')
  await page.goto('/dashboard/myOrders')
  await page.getByRole('link', { name: /^Pay/ }).click()
  await typeCard(page, '4000000000000002')
  await payButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.goto(`/dashboard/payment/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out & log in again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  // The bearer of the calls, and the proof for which it was given.
  expect(tokens.size).toBeGreaterThanOrEqual(2)
  for (const token of tokens) {
    expect(token.length).toBeGreaterThan(20)
    expect(told.filter(text => text.includes(token))).toEqual([])
  }
})

test('A84 a sign-in popup can talk to the page that opened it, which a stricter policy would forbid', async ({
  page,
  request,
}) => {
  const popup = `<script>document.title = window.opener ? 'heard' : 'cut off'</script>`
  const popups = await serveElsewhere({ '/popup': { body: popup } })
  const titleOfPopup = async (opener: Page): Promise<string> => {
    const opened = opener.waitForEvent('popup')
    await opener.evaluate(url => void window.open(url, '_blank', 'popup'), `${popups.origin}/popup`)
    const shown = await opened
    await expect(shown).toHaveTitle(/./)
    return shown.title()
  }
  const policy = (await request.get('/login')).headers()['cross-origin-opener-policy']
  expect(policy).toBe('same-origin-allow-popups')
  const strict = await serveElsewhere({
    '/': { body: 'strict', headers: { 'cross-origin-opener-policy': 'same-origin' } },
  })
  try {
    await page.goto('/login')
    expect(await titleOfPopup(page)).toBe('heard')
    await page.goto(strict.origin)
    expect(await titleOfPopup(page)).toBe('cut off')
  } finally {
    await Promise.all([popups.close(), strict.close()])
  }
})

test('A109 the site serves none of the server’s files, and no secret stands in its scripts', async ({
  page,
  request,
}) => {
  const scripts = new Set<string>()
  page.on('response', response => {
    if (/\.js($|\?)/.test(response.url())) scripts.add(response.url())
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(scripts.size).toBeGreaterThan(0)
  for (const url of scripts) {
    const script = await (await request.get(url)).text()
    expect(script, url).not.toMatch(
      /sourceMappingURL|sk_(test|live)_\w|whsec_\w|postgres(ql)?:\/\/|BEGIN [A-Z ]*PRIVATE KEY/,
    )
    expect((await request.get(`${url}.map`)).status(), url).toBe(404)
  }
  const files = [
    '/.env',
    '/.git/config',
    '/package.json',
    '/metrics',
    '/src/server.ts',
    '/assets/..%2f..%2fpackage.json',
    '/..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fapi/package.json',
    '/..%5c..%5cpackage.json',
  ]
  for (const file of files) {
    const answer = await request.get(file, { headers: { accept: '*/*' } })
    expect([400, 403, 404], file).toContain(answer.status())
    // Who asks for a page is shown the site's own, whatever the address.
    const shown = await request.get(file, { headers: { accept: 'text/html' } })
    expect(await shown.text(), file).not.toMatch(/"dependencies"|process_cpu|\[core\]/)
  }
})

test('A250 markup in a post’s name is text on the page that the server renders, and runs nothing', async ({
  page,
  market,
}) => {
  const seller = await market.joinTrusted(newUser('Seller', 'Sly <b>Seller</b>'))
  const attack = '</script><!-- <img src="/x" onerror="document.title = 1">'
  const { listingId } = await market.post(seller, { productName: attack })
  const answer = await page.goto(`/listings/${listingId}`)
  const html = (await answer?.text()) ?? ''
  expect(html).not.toContain('</script><!--')
  expect(html).not.toContain('<img src="/x"')
  expect(html).not.toContain('<b>Seller</b>')
  await expect(page.getByRole('heading', { level: 1, name: attack })).toBeVisible()
  await expect(page).toHaveTitle(`${attack} | Second Ring`)
  await page.getByRole('link', { name: 'All phones of this seller' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sly <b>Seller</b>')
  const rendered = await (await page.goto(page.url()))?.text()
  for (const markup of ['</script><!--', '<img src="/x"', '<b>Seller</b>']) expect(rendered).not.toContain(markup)
  await expect(page.getByRole('link', { name: attack }).first()).toBeVisible()
})

test('A254 made-up names, ids and cursors of public pages and preview pictures are not found', async ({ request }) => {
  const id = '0190a000-0000-7000-8000-000000000001'
  const forged = Buffer.from(`1.${id}.mark`).toString('base64url')
  for (const path of [
    ...[
      '/phones/..%2f..%2fetc',
      '/phones/__proto__',
      `/phones/${'a'.repeat(1900)}`,
      '/phones/%3Cb%3E',
      `/phones/${id}`,
    ],
    ...['/sellers/constructor', `/sellers/${id}`, '/sellers/%F0%9F%93%B1', '/blog/__proto__', '/blog/%3Cscript%3E'],
    ...[`/search?after=${forged}`, '/search?after=%22%7B%7D%22', '/search?after=1', `/sellers/${id}?after=${forged}`],
    ...['/cards/x.jpg', `/cards/${id}.jpg`, `/cards/${id}.jpg?price=__proto__`, '/cards/..%2f..%2fcard.jpg'],
  ]) {
    const answer = await request.get(path, { maxRedirects: 3 })
    expect([400, 404], path).toContain(answer.status())
    expect(await answer.text(), path).not.toContain('<b>')
  }
})
