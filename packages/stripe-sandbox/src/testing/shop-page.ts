import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { CardPayments } from '../start-stripe-sandbox.ts'

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Shop</title>
    <script src="{script}"></script>
    <script src="/shop.js" defer></script>
  </head>
  <body>
    <form id="form"><label for="card">Card</label><div id="card"></div><button>Pay</button></form>
  </body>
</html>`

/** What a shop's page does with the script, in the order in which the React wrapper does it under StrictMode. */
const SCRIPT = `
window.told = []
const stripe = Stripe('{key}')
stripe._registerWrapper({ name: 'test', version: '1' })
const elements = stripe.elements()
const options = new URLSearchParams(location.search).has('noPostalCode') ? { hidePostalCode: true } : {}
const first = elements.create('card', options)
first.mount(document.getElementById('card'))
first.destroy()
const noHandler = () => undefined
first.off('change', noHandler)
const card = elements.create('card', options)
card.mount(document.getElementById('card'))
for (const event of ['ready', 'focus', 'blur', 'change', 'escape']) card.on(event, payload => told.push([event, payload]))
let submits = 0
document.getElementById('form').addEventListener('submit', event => {
  event.preventDefault()
  submits += 1
})
window.shop = { stripe, elements, card, get submits() { return submits } }
`

export type ShopPage = { url: string; close(): Promise<void> }

/** A shop on an origin of its own, whose policy allows no more than the sandbox needs: no inline styles, no inline scripts. */
export async function openShop(sandbox: CardPayments, publishableKey: string): Promise<ShopPage> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sandbox.url}`,
    `frame-src ${sandbox.url}`,
    `connect-src ${sandbox.url}`,
    "style-src 'self'",
  ].join('; ')
  const server: Server = createServer((request, response) => {
    const isScript = request.url === '/shop.js'
    response.writeHead(request.url === '/favicon.ico' ? 204 : 200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
    })
    response.end(isScript ? SCRIPT.replace('{key}', publishableKey) : HTML.replace('{script}', sandbox.scriptUrl))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
