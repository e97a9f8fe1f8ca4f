/**
 * The mutants of a source file: each operator returns its edits of one node of the syntax tree. Types, imports and
 * the messages of bugs have none.
 */
import ts from 'typescript'
import { type Edit, type Site, siteOf } from './site.ts'
import { sqlEdits } from './sql.ts'

type Operator = (node: ts.Node, source: ts.SourceFile) => readonly Edit[]

/** `isSql`: the file's texts may be statements. */
export function sitesOf(
  path: string,
  text: string,
  { isSql }: { readonly isSql: boolean },
): readonly Site[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const operators = [...OPERATORS, isSql ? sqlChanged : textEmptied]
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    if (hasNoBehaviour(node)) return
    for (const operator of operators) edits.push(...operator(node, source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return edits
    .map((edit) => siteOf(path, text, edit))
    .filter(({ before, after }) => before !== after)
}

function hasNoBehaviour(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  )
}

const K = ts.SyntaxKind
/** What each operator of an expression becomes. */
// biome-ignore format: a table
const TURNED = new Map<ts.SyntaxKind, readonly [what: string, ...texts: string[]]>([
  [K.LessThanToken,                     ['comparison turned', '<=', '>=']],
  [K.LessThanEqualsToken,               ['comparison turned', '<', '>']],
  [K.GreaterThanToken,                  ['comparison turned', '>=', '<=']],
  [K.GreaterThanEqualsToken,            ['comparison turned', '>', '<']],
  [K.EqualsEqualsEqualsToken,           ['comparison turned', '!==']],
  [K.ExclamationEqualsEqualsToken,      ['comparison turned', '===']],
  [K.AmpersandAmpersandToken,           ['and, or', '||']],
  [K.BarBarToken,                       ['and, or', '&&']],
  [K.MinusToken,                        ['arithmetic turned', '+']],
  [K.AsteriskToken,                     ['arithmetic turned', '/']],
  [K.SlashToken,                        ['arithmetic turned', '*']],
])
/** Methods by which another takes their place. */
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
}
/** Methods without which a chain goes on. */
const LINKS = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'slice'])

const span = (what: string, node: ts.Node, text: string): Edit => ({
  what,
  start: node.getStart(),
  end: node.getEnd(),
  text,
})

const operatorTurned: Operator = (node) => {
  if (!ts.isBinaryExpression(node)) return []
  const { operatorToken } = node
  const [what, ...texts] = TURNED.get(operatorToken.kind) ?? (isSum(node) ? PLUS : [])
  return what ? texts.map((text) => span(what, operatorToken, text)) : []
}
const PLUS = ['arithmetic turned', '-']

/** A `+` that may join numbers. */
function isSum({ operatorToken, left, right }: ts.BinaryExpression): boolean {
  const isText = (one: ts.Expression) => ts.isStringLiteralLike(one) || ts.isTemplateExpression(one)
  return operatorToken.kind === K.PlusToken && !isText(left) && !isText(right)
}

const conditionDropped: Operator = (node) => {
  if (!ts.isBinaryExpression(node)) return []
  const { operatorToken, left, right } = node
  if (operatorToken.kind !== K.AmpersandAmpersandToken && operatorToken.kind !== K.BarBarToken)
    return []
  return [left, right].map((kept) => span('condition left out', node, kept.getText()))
}

const conditionNegated: Operator = (node) => {
  if (ts.isPrefixUnaryExpression(node) && node.operator === K.ExclamationToken)
    return [span('condition negated', node, node.operand.getText())]
  const condition = ts.isIfStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
      ? node.condition
      : null
  return condition ? [span('condition negated', condition, `!(${condition.getText()})`)] : []
}

const constantMoved: Operator = (node) => {
  if (node.kind === K.TrueKeyword) return [span('constant turned', node, 'false')]
  if (node.kind === K.FalseKeyword) return [span('constant turned', node, 'true')]
  if (!ts.isNumericLiteral(node) || isName(node)) return []
  const value = Number(node.text)
  const others = [value + 1, value - 1].filter((moved) => moved !== value)
  return others.map((moved) => span('number moved', node, moved < 0 ? `(${moved})` : String(moved)))
}

/** The key of a member, or the name of a class of errors. */
const isName = (node: ts.Node) =>
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isPropertyDeclaration(node.parent) && node.parent.name.getText() === 'name')

const textEmptied: Operator = (node) => {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
  if (!isText || isName(node) || ts.isJsxAttribute(node.parent)) return []
  const text = node.getText()
  return /^.bug: /.test(text) || text.length === 2 ? [] : [span('text emptied', node, "''")]
}

/** A statement, or a part of one. */
const SQL = /\b(select|from|where|order by|set|and|limit|on conflict|for update)\b/

const sqlChanged: Operator = (node, source) => {
  if (!(ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))) return []
  const start = node.getStart() + 1
  const text = node.getText().slice(1, -1)
  if (!SQL.test(text)) return textEmptied(node, source)
  return sqlEdits(text).map((edit) => ({
    ...edit,
    start: start + edit.start,
    end: start + edit.end,
  }))
}

/** A statement whose value nobody takes. */
const statementLeftOut: Operator = (node) => {
  if (!ts.isExpressionStatement(node)) return []
  let { expression } = node
  while (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) {
    ;({ expression } = expression)
  }
  const isCall = ts.isCallExpression(expression)
  const assigns = ts.isBinaryExpression(expression) && isAssignment(expression.operatorToken.kind)
  if (!isCall && !assigns) return []
  return [span(isCall ? 'call left out' : 'assignment left out', node, '{}')]
}

const isAssignment = (kind: ts.SyntaxKind) => kind >= K.FirstAssignment && kind <= K.LastAssignment

/** `if (…) return …` */
const refusalLeftOut: Operator = (node) => {
  if (!ts.isIfStatement(node) || node.elseStatement) return []
  const { thenStatement } = node
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement
  const leaves =
    last &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
  return leaves ? [span('early end left out', node, '{}')] : []
}

const rowLeftOut: Operator = (node) => {
  const rows = ts.isArrayLiteralExpression(node)
    ? node.elements
    : ts.isObjectLiteralExpression(node)
      ? node.properties
      : null
  if (!rows || rows.length < 2) return []
  const isTable = ts.isArrayLiteralExpression(node) || isOfTable(node)
  return rows.flatMap((row) => {
    if (!isTable && !ts.isSpreadAssignment(row)) return []
    const next = rows[rows.indexOf(row as never) + 1]
    const previous = rows[rows.indexOf(row as never) - 1]
    const start = next || !previous ? row.getStart() : previous.getEnd()
    return [{ what: 'row left out', start, end: next ? next.getStart() : row.getEnd(), text: '' }]
  })
}

/** Whether it is the value of a constant of the module. */
function isOfTable(node: ts.Node): boolean {
  let up = node.parent
  while (ts.isAsExpression(up) || ts.isSatisfiesExpression(up)) up = up.parent
  return ts.isVariableDeclaration(up) && ts.isSourceFile(up.parent.parent.parent)
}

/** A function that answers nothing does nothing. */
const bodyEmptied: Operator = (node) => {
  if (!ts.isFunctionLike(node) || ts.isConstructorDeclaration(node)) return []
  const body = 'body' in node ? node.body : undefined
  if (!body || !ts.isBlock(body) || body.statements.length === 0 || answers(body)) return []
  return [span('body emptied', body, '{}')]
}

function answers(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return node.expression !== undefined
  if (ts.isFunctionLike(node)) return false
  return ts.forEachChild(node, answers) ?? false
}

const methodTurned: Operator = (node) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name, expression } = node.expression
  const other = Object.hasOwn(METHODS, name.text) ? METHODS[name.text] : undefined
  if (other) return [span('method turned', name, other)]
  return LINKS.has(name.text) ? [span('method left out', node, expression.getText())] : []
}

const anchorLeftOut: Operator = (node) => {
  if (!ts.isRegularExpressionLiteral(node)) return []
  const text = node.getText()
  const end = text.lastIndexOf('/')
  const without = [
    ...(text.startsWith('/^') ? [`/${text.slice(2)}`] : []),
    ...(text[end - 1] === '$' && text[end - 2] !== '\\'
      ? [text.slice(0, end - 1) + text.slice(end)]
      : []),
  ]
  return without
    .filter((one) => !one.startsWith('//'))
    .map((one) => span('anchor left out', node, one))
}

const OPERATORS: readonly Operator[] = [
  operatorTurned,
  conditionDropped,
  conditionNegated,
  constantMoved,
  statementLeftOut,
  refusalLeftOut,
  rowLeftOut,
  bodyEmptied,
  methodTurned,
  anchorLeftOut,
]
