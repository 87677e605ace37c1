import { stripTypes } from './strip-types.ts'

const IMPORT = /^import\s+\{([^}]*)\}\s+from\s+'([^']+)'$/gm
const EXPORT = /^export (?=(?:const|class|function|async function) (\w+))/gm
const LEFT_OVER = /^(?:import|export)\b.*/m

/**
 * One classic script of a module and what it imports, so that it runs as a whole when its script element loads, as the
 * provider's does. Each module keeps a scope of its own. Understands what this folder uses: named imports and exports.
 * @throws when a module uses another form of import or export
 */
export function joinModules(entry: URL): string {
  const joined = new Map<string, string>()
  const nameOf = (file: URL) => `module${[...joined.keys()].indexOf(file.href)}`
  const join = (file: URL): void => {
    if (joined.has(file.href)) return
    const exported: string[] = []
    const body = stripTypes(file)
      .replace(IMPORT, (_whole, names: string, path: string) => {
        const imported = new URL(path, file)
        join(imported)
        return `const {${names.replace(/(\w+)\s+as\s+(\w+)/g, '$1: $2')}} = ${nameOf(imported)}`
      })
      .replace(EXPORT, (_whole, name: string) => {
        exported.push(name)
        return ''
      })
    const [left] = LEFT_OVER.exec(body) ?? []
    if (left) throw new Error(`${file.pathname} cannot be joined: ${left}`)
    joined.set(file.href, `${body}\nreturn { ${exported.join(', ')} }`)
  }
  join(entry)
  const parts = [...joined.values()].map((body, index) => `const module${index} = (() => {\n${body}\n})()`)
  return `(() => {\n'use strict'\n${parts.join('\n')}\n})()\n`
}
