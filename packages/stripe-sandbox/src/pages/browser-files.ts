import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { joinModules } from './join-modules.ts'
import { stripTypes } from './strip-types.ts'

export type BrowserFile = { type: string; body: string; etag: string }

const FOLDER = new URL('../browser/', import.meta.url)
const MODULE_FOLDERS = ['account', 'card', 'api', 'element', 'challenge']

/**
 * What browsers load, by path: the script as one file, the frames' modules one by one. Written in TypeScript and
 * stripped of its types here, so that there is no build step and the types are still checked.
 */
export function readBrowserFiles(): Map<string, BrowserFile> {
  const script = file('text/javascript', joinModules(new URL('stripe-js/stripe.ts', FOLDER)))
  const files = new Map([
    ['/v3', script],
    ['/v3/', script],
    ['/v3/stripe.js', script],
    ['/v3/assets/accept-parent.ts', moduleFile(new URL('accept-parent.ts', FOLDER))],
    ['/v3/assets/messages.ts', moduleFile(new URL('messages.ts', FOLDER))],
  ])
  for (const folder of MODULE_FOLDERS) {
    const here = new URL(`${folder}/`, FOLDER)
    for (const name of readdirSync(here)) {
      if (name.endsWith('.css')) files.set(`/v3/assets/${folder}/${name}`, file('text/css', text(new URL(name, here))))
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      files.set(`/v3/assets/${folder}/${name}`, moduleFile(new URL(name, here)))
    }
  }
  return files
}

/** The frames' documents. */
export function readFramePages(): { element: BrowserFile; challenge: BrowserFile } {
  return {
    element: file('text/html', text(new URL('element/element.html', FOLDER))),
    challenge: file('text/html', text(new URL('challenge/challenge.html', FOLDER))),
  }
}

function moduleFile(source: URL): BrowserFile {
  return file('text/javascript', stripTypes(source))
}

function text(source: URL): string {
  return readFileSync(source, 'utf8')
}

function file(type: string, body: string): BrowserFile {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { type: `${type}; charset=utf-8`, body, etag: `"${digest}"` }
}
