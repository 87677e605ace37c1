import path from 'node:path'
import * as ast from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync'
import { evaluateTexts } from './evaluate-text.ts'

/** A raw read as the source has it. */
export type Statement = {
  /** `file:line`, the file relative to the folder of the tsconfig.json. */
  at: string
  file: string
  /** Its SQL, one for each way that it may go; none when it is put together as the program runs. */
  texts: string[]
  /** The columns that its row type declares. */
  columns: string[]
}

/** The compiler's flag for a type that is written out whole. */
const NO_TRUNCATION = 1

/** The functions that hand SQL to the database and answer rows. */
const READERS = new Set(['$queryRaw', 'query', 'runIn'])

/** Every raw read of a folder's product code that declares the columns of its rows. */
export function findStatements(folder: string): Statement[] {
  const api = new API({ cwd: folder })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [path.join(folder, 'tsconfig.json')] })
    return snapshot.getProjects().flatMap(project => {
      const own = project.program.getSourceFileNames().filter(name => name.startsWith(`${folder}/`))
      const files = own.filter(name => !name.includes('/node_modules/') && !/\.test\.ts$|\/testing\//.test(name))
      return files.flatMap(name => {
        const source = project.program.getSourceFile(name)
        return source ? statementsOf(project, source, path.relative(folder, name)) : []
      })
    })
  } finally {
    api.close()
  }
}

function statementsOf(project: Project, source: ast.SourceFile, file: string): Statement[] {
  const found: Statement[] = []
  const visit = (node: ast.Node): undefined => {
    node.forEachChild(visit)
    const sql = sqlOf(node)
    if (!sql) return
    const columns = columnsOf(project.checker, node)
    if (columns.length === 0) return
    const line = source.text.slice(0, node.end - node.getText(source).length).split('\n').length
    found.push({ at: `${file}:${line}`, file, texts: evaluateTexts(project, sql), columns })
  }
  visit(source)
  return found
}

/** The expression of the SQL, when the node hands one to the database. */
function sqlOf(node: ast.Node): ast.Node | undefined {
  if (ast.isTaggedTemplateExpression(node)) return READERS.has(nameOf(node.tag)) ? node : undefined
  if (!ast.isCallExpression(node) || !READERS.has(nameOf(node.expression))) return undefined
  return nameOf(node.expression) === 'runIn' ? node.arguments[1] : node.arguments[0]
}

function nameOf(node: ast.Node): string {
  if (ast.isPropertyAccessExpression(node)) return node.name.text
  return ast.isIdentifier(node) ? node.text : ''
}

/** The columns that the rows of a promised result have, by its type: an array of rows, or a result with `rows`. */
function columnsOf(checker: Checker, call: ast.Node): string[] {
  const result = checker.getTypeAtLocation(call)
  if (!result || !/Promise$/.test(result.getSymbol()?.name ?? '')) return []
  const [answered] = checker.getTypeArguments(result as Parameters<Checker['getTypeArguments']>[0])
  const rows = answered && (propertyType(checker, answered, 'rows') ?? answered)
  if (!rows || !checker.isArrayType(rows)) return []
  const [row] = checker.getTypeArguments(rows as Parameters<Checker['getTypeArguments']>[0])
  if (!row) return []
  if (checker.isTupleType(row)) return labelsOf(checker.typeToString(row, undefined, NO_TRUNCATION))
  return checker.getPropertiesOfType(row).map(({ name }) => name)
}

/** The names of a tuple's elements. */
function labelsOf(tuple: string): string[] {
  return [...tuple.matchAll(/(?:^\[|, )(\w+): /g)].map(([, label = '']) => label)
}

function propertyType(checker: Checker, type: Type, name: string): Type | undefined {
  const property = checker.getPropertyOfType(type, name)
  return property && checker.getTypeOfSymbol(property)
}
