import path from 'node:path'
import type { Plugin } from 'vite'

/** A file of the build's code, as `.chunks.json` lists it: by its name, below `dist/site/`. */
interface ListedChunk {
  isEntry: boolean
  /** The chunks that are loaded before it. */
  imports: string[]
  /** What it is made of: `src/...` for the site's own, `zod/...` for a library's; those that left code in it. */
  modules: string[]
}

/** Lists beside the build what each of its files is made of, for the check of the budgets. */
export function listChunks(): Plugin {
  let root = ''
  return {
    name: 'list-chunks',
    apply: 'build',
    configResolved: config => {
      root = config.root
    },
    generateBundle(_options, bundle) {
      const chunks: Record<string, ListedChunk> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const rendered = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        chunks[chunk.fileName] = {
          isEntry: chunk.isEntry,
          imports: chunk.imports,
          modules: rendered.map(([id]) => shortName(id, root)),
        }
      }
      this.emitFile({ type: 'asset', fileName: '.chunks.json', source: JSON.stringify(chunks, null, 1) })
    },
  }
}

function shortName(id: string, root: string): string {
  const [, inLibrary] = /^.*\/node_modules\/(.*)$/.exec(id) ?? []
  return inLibrary ?? (path.isAbsolute(id) ? path.relative(root, id) : id.replace('\0', ''))
}
