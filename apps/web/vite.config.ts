import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressBuild } from './compress-build.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [tanstackRouter({ target: 'react' }), react(), tailwindcss(), compressBuild()],
  server: {
    proxy: Object.fromEntries(['/trpc', '/config.json', '/1/', '/images/', '/webhooks'].map(path => [path, api])),
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Data URLs for assets would need an exception in the content security policy.
    assetsInlineLimit: 0,
  },
})
