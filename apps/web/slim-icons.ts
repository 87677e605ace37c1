import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import { iconPath } from './icon-path.ts'

const ICON = 'virtual:icon/'
const IMPORT = /import \{([^}]+)\} from ['"]lucide-react['"]/g

/**
 * Puts the icons of `lucide-react` into the build as one path each, drawn by `src/ui/icon.ts`: with their names, keys
 * and the library's own component they weigh three times as much.
 */
export function slimIcons(): Plugin {
  const folder = path.dirname(createRequire(import.meta.url).resolve('lucide-react/dist/esm/lucide-react.mjs'))
  let files: Promise<Map<string, string>> | undefined
  return {
    name: 'slim-icons',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!code.includes('lucide-react') || id.includes('/node_modules/')) return
      return { code: code.replace(IMPORT, (_, names: string) => importEach(names)), map: null }
    },
    resolveId: id => (id.startsWith(ICON) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${ICON}`)) return
      const name = id.slice(ICON.length + 1)
      files ??= readFile(path.join(folder, 'lucide-react.mjs'), 'utf8').then(filesByName)
      const file = (await files).get(name)
      if (!file) throw new Error(`lucide-react has no icon ${name}`)
      const { __iconData } = await import(path.join(folder, file))
      const component = path.join(import.meta.dirname, 'src/ui/icon.ts')
      return `import { createIcon } from ${JSON.stringify(component)}
export default /* @__PURE__ */ createIcon(${JSON.stringify(iconPath(__iconData.node))})`
    },
  }
}

/** `Menu, X as Cross` as one import an icon. */
function importEach(names: string): string {
  return names
    .split(',')
    .map(one => one.trim().split(/\s+as\s+/))
    .flatMap(([name, local = name]) => (name ? [`import ${local} from '${ICON}${name}'`] : []))
    .join(';')
}

/** The file of each name that the library's index exports. */
function filesByName(index: string): Map<string, string> {
  const exports = index.matchAll(/export \{([^}]+)\} from '(\.\/icons\/[^']+)'/g)
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
}
