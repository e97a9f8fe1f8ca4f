/** What a statement read, node by node, as PostgreSQL counted it. */

/** A node of a plan, in the words of `explain (analyze, buffers, format json)`. */
export interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly Node[]
  readonly [member: string]: unknown
}

export interface Ran {
  readonly sql: string
  readonly plan: Node
}

/** The nodes of a plan, each with what it read itself. */
export function readsOf(node: Node): readonly { readonly what: string; readonly read: number }[] {
  const below = node.Plans ?? []
  const what = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean)
  return [{ what: what.join(' '), read: readBy(node) }, ...below.flatMap(readsOf)]
}

/**
 * The rows that it returned and those that it threw away. An index that is walked from one end to the other throws
 * entries away uncounted; the blocks that it touched tell.
 */
function readBy(node: Node): number {
  const loops = node['Actual Loops'] ?? 0
  const discarded = Object.entries(node).filter(([member]) => member.startsWith('Rows Removed by'))
  const rows = discarded.reduce((sum, [, n]) => sum + Number(n), node['Actual Rows'] ?? 0) * loops
  return Math.round(Math.max(rows, isScan(node) ? blocksOf(node) : 0))
}

const isScan = (node: Node) =>
  node['Node Type'].endsWith('Scan') && ('Relation Name' in node || 'Index Name' in node)

/** Without its children's, whose blocks PostgreSQL counts in. */
function blocksOf(node: Node): number {
  const all = (one: Node) => (one['Shared Hit Blocks'] ?? 0) + (one['Shared Read Blocks'] ?? 0)
  return (node.Plans ?? []).reduce((left, child) => left - all(child), all(node))
}
