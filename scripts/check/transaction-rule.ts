/**
 * While a transaction is open only its own SQL may be awaited: every promise created inside comes from `tx`, or
 * from a function that gets it. The compiler tells which expressions are promises.
 */
import ts from 'typescript'
import { isTest } from './files.ts'
import { findingAt, nodesOf, pathOf, sourcesOf } from './program.ts'
import type { Rule } from './rule.ts'

const PREAMBLE = `
interface Tx { run(sql: string): Promise<number> }
declare function transaction<T>(pool: object, work: (tx: Tx) => Promise<T>): Promise<T>
declare function insert(tx: Tx, n: number): Promise<void>
declare function draw(): Promise<void>
declare function sum(): number
declare const pending: Promise<void>
`
const example = (text: string) => ({
  path: 'packages/service/src/flows/issuing/x.ts',
  text: PREAMBLE + text,
})

export const transactionRule: Rule = {
  name: 'transaction',
  bad: [
    example('transaction({}, async () => { await draw() })'),
    example('transaction({}, async (tx) => { await tx.run(""); await draw() })'),
    example('transaction({}, async (tx) => draw())'),
    example('transaction({}, async (tx) => { await pending })'),
    example('transaction({}, async function (tx) { draw().then(() => sum()) })'),
    example('async function store(tx: Tx) { await fetch("https://example.com") }'),
    example('const store = async (tx: Tx) => { await new Promise(() => {}) }'),
    example('async function store(tx: Tx) { await Promise.all([tx.run(""), draw()]) }'),
    example('async function store(tx: Tx) { await Promise.all([tx.run(""), pending]) }'),
  ],
  good: [
    example('transaction({}, async (tx) => { await tx.run(""); sum(); await insert(tx, sum()) })'),
    example('transaction({}, (tx) => tx.run(""))'),
    example('async function store(tx: Tx) { await Promise.all([tx.run(""), insert(tx, 1)]) }'),
    example('async function elsewhere() { await draw() }'),
  ],
  find({ program }) {
    const checker = program.getTypeChecker()
    return sourcesOf(program)
      .filter((source) => !isTest(pathOf(source))) // tests break the rule deliberately
      .flatMap((source) => [...nodesOf(source)])
      .filter(isInside)
      .flatMap((work) => promisesOf(work, checker))
      .map((node) => findingAt(node, 'inside a transaction only SQL over tx is awaited'))
  },
}

type Work = ts.FunctionLikeDeclaration & { body: ts.Node }

/** A function that runs while a transaction is open: its callback, or one with a Tx parameter. */
function isInside(node: ts.Node): node is Work {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return false
  return isCallback(node) || typedTx(node) !== null
}

function isCallback({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /(^|\.)transaction$/.test(parent.expression.getText())
}

function typedTx({ parameters }: ts.SignatureDeclaration): string | null {
  return parameters.find(({ type }) => type?.getText() === 'Tx')?.name.getText() ?? null
}

/** The name of the Tx parameter; a callback need not have one. */
function txOf(work: Work): string | null {
  return typedTx(work) ?? (isCallback(work) ? (work.parameters[0]?.name.getText() ?? null) : null)
}

/** The promises created in the function that do not come from its Tx. */
function promisesOf(work: Work, checker: ts.TypeChecker): readonly ts.Node[] {
  const tx = txOf(work)
  return [...nodesOf(work.body)].filter((node) => {
    if (ts.isAwaitExpression(node)) return isPlain(node.expression)
    if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false
    return isPromise(node, checker) && !comesFrom(node, tx)
  })
}

/** An awaited variable or member. Promises created here are checked where they are created. */
function isPlain(awaited: ts.Expression): boolean {
  return !ts.isCallExpression(awaited) && !ts.isNewExpression(awaited)
}

function isPromise(node: ts.Expression, checker: ts.TypeChecker): boolean {
  return checker.getTypeAtLocation(node).getProperty('then') !== undefined
}

function comesFrom(node: ts.CallExpression | ts.NewExpression, tx: string | null): boolean {
  if (node.arguments?.some((argument) => argument.getText() === tx)) return true
  if (node.expression.getText() === 'Promise.all') return isOfTx(node.arguments?.[0], tx)
  let root: ts.Expression = node.expression
  while (ts.isPropertyAccessExpression(root) || ts.isCallExpression(root)) root = root.expression
  return root.getText() === tx
}

/** Statements that are sent without waiting for each other. */
function isOfTx(list: ts.Expression | undefined, tx: string | null): boolean {
  if (!list || !ts.isArrayLiteralExpression(list)) return false
  return list.elements.every((one) => ts.isCallExpression(one) && comesFrom(one, tx))
}
