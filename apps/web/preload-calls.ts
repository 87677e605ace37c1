import type { Plugin } from 'vite'

/**
 * Has the page fetch what sends calls together with the site, which knows of it only when it runs. `fill-template.ts` leaves
 * that to an idle moment where the page comes rendered.
 */
export function preloadCalls(): Plugin {
  return {
    name: 'preload-calls',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          file => file.type === 'chunk' && file.moduleIds.some(id => id.endsWith('/src/api-client/call-links.ts')),
        )
        if (!chunk) throw new Error('No file of the build holds src/api-client/call-links.ts')
        const attrs = { id: 'calls', rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
