import { PAGE_DATA_ID } from '@second-ring/contracts/page-data'
import { inScript } from './in-script.ts'

interface Parts {
  /** The elements of the head: title, description and the like. */
  head: string
  body: string
  /** What the page has read. */
  data: unknown
}

/** Puts a page into the site's `index.html`; its title and description take the place of those that stand there. */
export function fillTemplate(template: string, { head, body, data }: Parts): string {
  const read = `<script type="application/json" id="${PAGE_DATA_ID}">${inScript(data)}</script>`
  // By functions, so that nothing in a text is taken for a pattern.
  return (
    template
      // It shows without calls. Who is signed in makes some at once: `public/before-code.js`.
      .replace('id="calls" rel="modulepreload"', 'id="calls" rel="prefetch"')
      .replace(/<meta name="description"[^>]*>\s*/, '')
      .replace(/<title>[^<]*<\/title>/, () => head)
      .replace('<div id="root"></div>', () => `<div id="root" data-waiting="">${body}</div>\n    ${read}`)
  )
}
