import path from 'node:path'
import { build } from 'vite'
import { compress } from './compress-build.ts'
import { shellFiles } from './shell-files.ts'

const site = path.join(import.meta.dirname, 'dist/site')

// `dist/site`, which browsers get, and `dist/server`, by which the API renders its public pages.
await build({ logLevel: 'warn' })
await build({ logLevel: 'warn', build: { ssr: 'src/render/render-page.tsx' } })
// The service worker knows the names of what the first build made. One file: older browsers let it import nothing.
await build({
  logLevel: 'warn',
  configFile: false,
  define: { SHELL_FILES: JSON.stringify(shellFiles(site)) },
  build: {
    outDir: site,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: 'src/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
})
await compress(path.join(site, 'service-worker.js'))
