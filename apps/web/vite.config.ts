import type { IncomingMessage } from 'node:http'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressBuild } from './compress-build.ts'
import { chunkOf } from './group-chunks.ts'
import { listChunks } from './list-chunks.ts'
import { slimIcons } from './slim-icons.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** What the API answers itself: its own paths, and the specification's. */
const served = [
  ...[
    '/trpc',
    '/live',
    '/config.json',
    '/client-errors',
    '/1/',
    '/images/',
    '/webhooks',
    '/healthz',
    '/docs',
    '/openapi.json',
    '/audit.csv',
    '/account-data.zip',
    '/account/',
  ],
  ...['/jwt', '/users', '/categories', '/orders', '/payments', '/create-payment-intent', '/token-sync'],
  ...['/addProduct', '/getProduct', '/getAddProduct', '/deleteProduct'],
]

/** What a browser navigates to is a page, as the API itself answers; its own pages apart. */
function pageForNavigation({ headers, url }: IncomingMessage): string | undefined {
  const isOwnPage = url === '/docs' || url === '/openapi.json'
  return headers['sec-fetch-dest'] === 'document' && !isOwnPage ? '/index.html' : undefined
}

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react' }), react(), tailwindcss(), slimIcons(), listChunks(), compressBuild()],
  resolve: {
    // React has had this hook itself since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    proxy: Object.fromEntries(served.map(path => [path, { target: api, bypass: pageForNavigation }])),
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Data URLs for assets would need an exception in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: chunkOf(import.meta.dirname) }] } },
    },
  },
})
