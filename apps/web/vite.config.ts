import type { IncomingMessage } from 'node:http'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'
import { compressBuild } from './compress-build.ts'
import { chunkGroups } from './group-chunks.ts'
import { listChunks } from './list-chunks.ts'
import { preloadCalls } from './preload-calls.ts'
import { slimIcons } from './slim-icons.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** What the API answers itself: its own paths, and the specification's. */
const served = [
  ...[
    '/trpc',
    '/live',
    '/config.json',
    '/client-errors',
    '/robots.txt',
    '/sitemap',
    '/cards/',
    '/1/',
    '/images/',
    '/webhooks',
    '/healthz',
    '/docs',
    '/openapi.json',
    '/audit.csv',
    '/earnings.csv',
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

function isFirst(file: string): boolean {
  return /\b(core|site)-/.test(file)
}

const site: BuildEnvironmentOptions = {
  outDir: 'dist/site',
  target: 'es2023',
  sourcemap: false,
  modulePreload: {
    polyfill: false,
    // What every page begins with is there.
    resolveDependencies: (_file, needed) => needed.filter(file => !isFirst(file)),
  },
  // Data URLs for assets would need an exception in the content security policy.
  assetsInlineLimit: 0,
  rolldownOptions: {
    // They have none, and do not say so: their links for WebSockets would come with every page.
    treeshake: { moduleSideEffects: [{ test: /\/@trpc\//, sideEffects: false }] },
    output: {
      codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      // The first load names all others: by what is in them alone they are 0.6 kB less of it.
      chunkFileNames: ({ name }) => (isFirst(`${name}-`) ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
    },
  },
}

const renderer: BuildEnvironmentOptions = {
  target: 'node24',
  outDir: 'dist/server',
  assetsInlineLimit: 0,
  copyPublicDir: false,
  // No package stands beside it, to say that these are modules.
  rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name]-[hash].mjs' } },
}

/** The site's own build, and of the same code what renders its public pages in the server: one folder, without libraries beside it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    ...[tanstackRouter({ target: 'react' }), react(), tailwindcss(), slimIcons()],
    ...(isSsrBuild ? [] : [preloadCalls(), listChunks(), compressBuild()]),
  ],
  ssr: { noExternal: true },
  // Whatever the server runs as: React's development build renders several times slower.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  resolve: {
    // React has had this hook itself since version 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    proxy: Object.fromEntries(served.map(path => [path, { target: api, bypass: pageForNavigation }])),
  },
  build: isSsrBuild ? renderer : site,
}))
