import { build } from 'vite'

// `dist/site`, which browsers get, and `dist/server`, by which the API renders its public pages.
await build({ logLevel: 'warn' })
await build({ logLevel: 'warn', build: { ssr: 'src/render/render-page.tsx' } })
