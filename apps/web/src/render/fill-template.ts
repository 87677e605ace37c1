import { PAGE_DATA_ID } from '@second-ring/contracts/page-data'
import { inScript } from './in-script.ts'

interface Parts {
  /** The elements of the head: title, description and the like. */
  head: string
  body: string
  /** What the page has read. */
  data: unknown
}

const SCRIPTS = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\s*/g
const CALLS = /<link id="calls"[^>]* href="([^"]+)"[^>]*>\s*/
const FONT = /<link\s+rel="preload"\s+as="font"[^>]*>\s*/

/**
 * Puts a page into the site's `index.html`; its title and description take the place of those that stand there. The page shows
 * before its code and its font are fetched, which would share a slow line with it: `public/before-code.js` fetches the code.
 */
export function fillTemplate(template: string, { head, body, data }: Parts): string {
  const read = `<script type="application/json" id="${PAGE_DATA_ID}">${inScript(data)}</script>`
  const code = Array.from(template.matchAll(SCRIPTS), ([, file]) => file)
  const [, calls = ''] = CALLS.exec(template) ?? []
  // By functions, so that nothing in a text is taken for a pattern.
  return template
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace(FONT, '')
    .replace(CALLS, '')
    .replaceAll(SCRIPTS, '')
    .replace(
      '</head>',
      () =>
        `  <meta name="code" content="${code.join(' ')}" />\n    <meta name="calls" content="${calls}" />\n  </head>`,
    )
    .replace('<div id="root"></div>', () => `<div id="root" data-waiting="">${body}</div>\n    ${read}`)
}
