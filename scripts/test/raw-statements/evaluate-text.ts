import * as ast from 'typescript/unstable/ast'
import type { Project } from 'typescript/unstable/sync'

/** What an expression may be: its text, or the values of its properties; each way that it may go is one value more. */
type Value = string | Map<string, Value[]>

/** The arguments of a function that is looked into, by the parameters' names. */
type Bound = ReadonlyMap<string, Value[]>

/** Stands for conditions that are put together as the program runs: an expression of any place that takes a condition. */
const SOME_CONDITION = '(1 = 1)'

/**
 * The SQL that an expression may be, as far as it is written down: literals, templates, constants of any module, and
 * functions that return such. In a template of Prisma's every other value is a parameter.
 * @returns one text for each way that it may go; none when it is not written down
 */
export function evaluateTexts(project: Project, node: ast.Node): string[] {
  const texts = evaluate(project, node, new Map()).flatMap(value =>
    typeof value === 'string' ? [value] : (value.get('text') ?? []).filter(text => typeof text === 'string'),
  )
  return [...new Set(texts)]
}

function evaluate(project: Project, node: ast.Node, bound: Bound): Value[] {
  const inner = (child: ast.Node) => evaluate(project, child, bound)
  if (ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node) || ast.isNumericLiteral(node))
    return [node.text]
  if (ast.isTemplateExpression(node)) return joined(project, node, bound, false)
  if (ast.isTaggedTemplateExpression(node)) {
    const { template } = node
    return ast.isTemplateExpression(template) ? joined(project, template, bound, true) : inner(template)
  }
  if (ast.isParenthesizedExpression(node) || ast.isAsExpression(node) || ast.isSatisfiesExpression(node))
    return inner(node.expression)
  if (ast.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)]
  if (ast.isObjectLiteralExpression(node)) return [record(node, inner)]
  if (ast.isPropertyAccessExpression(node)) return properties(inner(node.expression), node.name.text)
  if (ast.isElementAccessExpression(node)) return properties(inner(node.expression))
  if (ast.isIdentifier(node)) return bound.get(node.text) ?? constant(project, node)
  if (ast.isCallExpression(node)) return returned(project, node, bound)
  return []
}

function joined(project: Project, node: ast.TemplateExpression, bound: Bound, isPrisma: boolean): Value[] {
  let parameters = 0
  let texts = [node.head.text]
  for (const { expression, literal } of node.templateSpans) {
    let parts = evaluate(project, expression, bound).filter(value => typeof value === 'string')
    if (isPrisma && !isSql(project, expression)) parts = [`$${++parameters}`]
    else if (isPrisma && parts.length === 0) parts = [isJoin(expression) ? 'NULL' : SOME_CONDITION]
    // Each fragment counts its parameters from one: as NULL they need no number.
    else if (isPrisma) parts = parts.map(part => part.replace(/\$\d+/g, 'NULL'))
    texts = texts.flatMap(text => parts.map(part => text + part + literal.text))
  }
  return texts
}

function isSql(project: Project, node: ast.Node): boolean {
  const type = project.checker.getTypeAtLocation(node)
  return type !== undefined && project.checker.typeToString(type) === 'Sql'
}

const isJoin = (node: ast.Node) =>
  ast.isCallExpression(node) && ast.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'join'

function record(node: ast.ObjectLiteralExpression, inner: (child: ast.Node) => Value[]): Value {
  const values = new Map<string, Value[]>()
  for (const property of node.properties) {
    if (ast.isSpreadAssignment(property)) {
      for (const value of inner(property.expression)) {
        if (typeof value === 'string') continue
        for (const [name, more] of value) values.set(name, [...(values.get(name) ?? []), ...more])
      }
    } else if (ast.isPropertyAssignment(property) && ast.isIdentifier(property.name)) {
      values.set(property.name.text, inner(property.initializer))
    } else if (ast.isShorthandPropertyAssignment(property) && ast.isIdentifier(property.name)) {
      values.set(property.name.text, inner(property.name))
    }
  }
  return values
}

/** The values of one property, or of all of them. */
function properties(values: Value[], name?: string): Value[] {
  const records = values.filter(value => typeof value !== 'string')
  return records.flatMap(value => (name === undefined ? [...value.values()].flat() : (value.get(name) ?? [])))
}

function declarationOf(project: Project, node: ast.Identifier): ast.Node | undefined {
  const { checker } = project
  const isShorthand = ast.isShorthandPropertyAssignment(node.parent)
  const local = isShorthand ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node)
  const declared = local?.declarations[0]?.resolve(project)
  if (!local || !declared || !ast.isImportSpecifier(declared)) return declared
  return checker.getAliasedSymbol(local).declarations[0]?.resolve(project)
}

function constant(project: Project, node: ast.Identifier): Value[] {
  const declared = declarationOf(project, node)
  if (declared && ast.isParameterDeclaration(declared)) return givenBy(project, declared)
  if (!declared || !ast.isVariableDeclaration(declared)) return []
  if (declared.initializer && ast.isIdentifier(declared.name)) return evaluate(project, declared.initializer, new Map())
  return []
}

/** What the calls of the same file give for a parameter of a named function. */
function givenBy(project: Project, parameter: ast.ParameterDeclaration): Value[] {
  const owner = parameter.parent
  if (!ast.isFunctionDeclaration(owner) || !owner.name) return []
  const { name, parameters } = owner
  const values: Value[] = []
  const visit = (node: ast.Node): undefined => {
    node.forEachChild(visit)
    if (!ast.isCallExpression(node) || !ast.isIdentifier(node.expression)) return
    const argument = node.arguments[parameters.indexOf(parameter)]
    if (node.expression.text === name.text && argument) values.push(...evaluate(project, argument, new Map()))
  }
  visit(owner.getSourceFile())
  return values
}

/** What a function of the product returns, when it does nothing but return. */
function returned(project: Project, call: ast.CallExpression, bound: Bound): Value[] {
  if (!ast.isIdentifier(call.expression)) return []
  const declared = declarationOf(project, call.expression)
  const made = declared && ast.isVariableDeclaration(declared) ? declared.initializer : declared
  if (!made || !(ast.isArrowFunction(made) || ast.isFunctionDeclaration(made)) || !made.body) return []
  const result = ast.isBlock(made.body) ? made.body.statements[0] : made.body
  const expression = result && ast.isReturnStatement(result) ? result.expression : result
  if (!expression) return []
  const given = new Map<string, Value[]>()
  for (const [index, { name }] of made.parameters.entries()) {
    const argument = call.arguments[index]
    if (argument && ast.isIdentifier(name)) given.set(name.text, evaluate(project, argument, bound))
  }
  return evaluate(project, expression, given)
}
