import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of the shell; without a revision where its name changes with what is in it. */
interface ShellFile {
  url: string
  revision: string | null
}

/** The screens that work without a connection, and what they fetch when it is wanted; below `src/`. */
export const PARTS = [
  'routes/_signed-in/dashboard.tsx?tsr-split=component',
  'routes/_signed-in/dashboard/index.tsx?tsr-split=component',
  'routes/_signed-in/dashboard/myOrders.tsx?tsr-split=component',
  'routes/_signed-in/dashboard/_seller/MyProducts.tsx?tsr-split=component',
  'routes/_signed-in/dashboard/orders.$orderId.tsx?tsr-split=component',
  'storefront/home-screen.tsx',
  'storefront/listing-screen.tsx',
  'shell/site-footer.tsx',
  'orders/handover-code-dialog.tsx',
  'orders/note-form.tsx',
  'orders/order-earnings.tsx',
  'orders/start-offline-orders.ts',
  'claims/claim-panel.tsx',
  'notices/live-bell.tsx',
  'notices/live-lists.tsx',
  'offline/is-showable.ts',
  'offline/offline-banner.tsx',
  'offline/offline-page.tsx',
  'offline/start-offline.ts',
  'api-client/call-links.ts',
  'api-client/read-changed.ts',
  'shell/not-found-page.tsx',
  'ui/toaster.tsx',
]

/**
 * What a browser needs to show the site without a connection: the empty page, what it names, and the code of the screens that
 * work then. Most of it a visit has loaded already.
 * @param site the build
 * @throws Error when a screen is in no file of the build
 */
export function shellFiles(site: string): ShellFile[] {
  const chunks: Record<string, { imports: string[]; modules: string[] }> = JSON.parse(
    readFileSync(path.join(site, '.chunks.json'), 'utf8'),
  )
  const names = new Set(PARTS.map(chunkOf))
  for (const name of names) for (const next of chunks[name]?.imports ?? []) names.add(next)
  const named = readFileSync(path.join(site, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([\w./-]+\.\w+)"/g)
  return [...new Set(['index.html', ...[...named].map(([, name = '']) => name), ...names])].map(name => ({
    url: `/${name}`,
    revision: name.startsWith('assets/') ? null : revisionOf(path.join(site, name)),
  }))

  function chunkOf(part: string): string {
    const name = Object.keys(chunks).find(chunk => chunks[chunk]?.modules.includes(`src/${part}`))
    if (!name) throw new Error(`No file of the build holds ${part}`)
    return name
  }
}

function revisionOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}
