import { parseAst } from 'vitest/node'

/** A test's whole title, its groups' first, in pieces; null stands where a table or a loop fills something in. */
export type Title = (string | null)[]

/** What a source file says of its tests. */
export interface TestSource {
  titles: Title[]
  /** Every literal that stands in it, and `undefined`: what its titles can be filled with. */
  words: Set<string>
  /** The files that it imports by a relative path, as written. */
  imports: string[]
}

/** Between a group's title and what is in it. */
export const SEPARATOR = ' › '

interface Node {
  type: string
  [key: string]: unknown
}

// `test.skip`, `test.only` and the like are left out on purpose: what does not run proves nothing.
const declarers = new Set(['describe', 'it', 'test'])
const variants = new Set(['describe', 'each', 'for', 'concurrent', 'sequential', 'serial', 'parallel'])

/** Reads the titles of the tests that a file of vitest or Playwright declares, without running it. */
export function readTests(source: string, lang: 'ts' | 'tsx'): TestSource {
  const found: TestSource = { titles: [], words: new Set(), imports: [] }
  walk(parseAst(source, { lang }), [], found)
  return found
}

function walk(value: unknown, groups: Title, found: TestSource): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, groups, found)
    return
  }
  if (!isNode(value)) return
  take(value, found)
  const declared = declaration(value)
  const title = declared && [...groups, ...declared.title]
  if (title && !declared.isGroup) found.titles.push(title)
  const within = title && declared.isGroup ? [...title, SEPARATOR] : groups
  for (const child of Object.values(value)) walk(child, within, found)
}

function take(node: Node, { words, imports }: TestSource): void {
  if (node.type === 'Literal') words.add(String(node.value))
  if (node.type === 'TemplateElement') words.add(cooked(node))
  if (node.type === 'Identifier' && node.name === 'undefined') words.add('undefined')
  if (node.type !== 'ImportDeclaration' || !isNode(node.source)) return
  const from = String(node.source.value)
  if (from.startsWith('.')) imports.push(from)
}

/** The group or test that a call declares: `it(…)`, `test.describe(…)`, `describe.each(…)(…)`. */
function declaration(node: Node): { isGroup: boolean; title: Title } | undefined {
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return undefined
  const isTable = isNode(node.callee) && node.callee.type === 'CallExpression'
  const names = calleeNames(isTable && isNode(node.callee) ? node.callee.callee : node.callee)
  const [first = '', ...rest] = names
  if (!declarers.has(first) || !rest.every(name => variants.has(name))) return undefined
  const isOfTable = rest.includes('each') || rest.includes('for')
  // `it.each(table)` alone is not a test yet, and `test.describe()` without a body is a setting.
  if (isOfTable !== isTable || node.arguments.length < 2) return undefined
  const title = titleOf(node.arguments[0])
  return { isGroup: names.includes('describe'), title: isOfTable ? title.flatMap(splitPlaceholders) : title }
}

/** `test.describe.serial` as its names; none when the callee is anything else. */
function calleeNames(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type !== 'MemberExpression' || callee.computed || !isNode(callee.property)) return []
  const names = calleeNames(callee.object)
  return names.length > 0 ? [...names, String(callee.property.name)] : []
}

function titleOf(argument: unknown): Title {
  if (!isNode(argument)) return [null]
  if (argument.type === 'Literal' && typeof argument.value === 'string') return [argument.value]
  if (argument.type !== 'TemplateLiteral' || !Array.isArray(argument.quasis)) return [null]
  return argument.quasis.flatMap((quasi, index) => (index === 0 ? [cooked(quasi)] : [null, cooked(quasi)]))
}

/** What vitest fills in from a table's row: `%s` and its like, and `$name`. */
function splitPlaceholders(piece: string | null): Title {
  if (piece === null) return [null]
  return piece
    .split(/%[sdifjoOc#$]|\$[A-Za-z_][\w.]*/)
    .flatMap((words, index) => (index === 0 ? [words] : [null, words]))
}

function cooked(quasi: unknown): string {
  const value = isNode(quasi) ? quasi.value : undefined
  return value && typeof value === 'object' && 'cooked' in value ? String(value.cooked) : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
