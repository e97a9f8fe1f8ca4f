/** What a cluster cannot send whole to the machine of one company, told from a statement's text and plan on one PostgreSQL. */
import { TABLES } from '../../src/ledger/cluster/tables.ts'
import type { Node, Ran } from './reads.ts'

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter'] as const
/** A parameter or a literal, and not another table's column. */
const ONE_COMPANY = /\bcompany_id = (\$\d+|'[^']*'::uuid)/
/** That of another scan, as in a subquery of each row. */
const SAME_COMPANY = /\bcompany_id = \w+\.company_id/
/** Citus computes it on the coordinator and sends its rows on. */
const INSERTS_IN_CTE =
  /\bas\s+((not\s+)?materialized\s+)?\(\s*insert\s+into\s+[^()]*(\([^()]*\)\s*)?select\b/i

/** Each as `table scan`, or `insert … select in a CTE`; none: the statement is one company's. */
export function astrayOf({ sql, plan }: Ran): readonly string[] {
  const scans = scansOf(plan).filter(isOfCompanies)
  const named = scans.some((node) => has(node, ONE_COMPANY))
  const astray = scans.filter(
    (node) => !has(node, ONE_COMPANY) && !(named && has(node, SAME_COMPANY)),
  )
  const found = astray.map((node) => `${node['Relation Name']} ${node['Node Type']}`)
  return INSERTS_IN_CTE.test(sql) ? [...found, 'insert … select in a CTE'] : found
}

const scansOf = (node: Node): readonly Node[] => [
  ...('Relation Name' in node && node['Node Type'].endsWith('Scan') ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]

/** Partitions have their table's name and a day behind it. */
const isOfCompanies = ({ 'Relation Name': name = '' }: Node) =>
  TABLES.distributed.some((table) => name === table || name.startsWith(`${table}_`))

function has(node: Node, condition: RegExp): boolean {
  // The rows of a bitmap are those of its indexes.
  const all = [node, ...(node['Node Type'] === 'Bitmap Heap Scan' ? (node.Plans ?? []) : [])]
  return all.some((one) => CONDITIONS.some((name) => condition.test(String(one[name] ?? ''))))
}
