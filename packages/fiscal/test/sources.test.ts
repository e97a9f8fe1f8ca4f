/** docs/sources.md says what the code does: its rules, its differences, the sections that code cites. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PETICION, PETICION_DE_ITEM } from '../src/rules/peticion.ts'
import { TIPOS } from '../src/tipos/index.ts'
import { DIFFERENCES } from './differences.ts'

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const page = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')
const sections = new Set(
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  ),
)

test('every rule stands in the table of rules, and the table has no others', () => {
  const types = Object.values(TIPOS)
    .map((tipo) => ({ tipoDte: tipo.tipoDte, rows: tipo.rules.flatMap(({ rows }) => rows) }))
    .sort((a, b) => a.tipoDte.localeCompare(b.tipoDte)) // an object lists '11' before '01'
  const rows = types.flatMap(({ rows }) => rows)
  const asked = [...PETICION, ...PETICION_DE_ITEM]
  const lines = [...rows, ...asked].map((row) => {
    const of = types.filter((t) => asked.some((p) => p === row) || has(t.rows, row))
    return `| ${row.name} | ${row.rule} | ${of.map(({ tipoDte }) => tipoDte).join(', ')} |`
  })
  const table = page.slice(page.indexOf('## Rules'), page.indexOf('## Transmission'))
  const written = [...table.matchAll(/^\| .+ \|$/gm)].map(([line]) => line)
  assert.deepEqual(written.slice(1).sort(), [...new Set(lines)].sort())
})

function has(rows: readonly { name: string; rule: string }[], row: { name: string; rule: string }) {
  return rows.some(({ name, rule }) => name === row.name && rule === row.rule)
}

test('every difference from the published structures stands with its reason', () => {
  for (const { tipos, reason } of DIFFERENCES) {
    const row = page.split('\n').find((line) => line.endsWith(`| ${reason} |`))
    assert.ok(row?.startsWith(`| ${tipos.join(', ')} |`), reason)
  }
})

test('every section that the code cites is there', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = readFileSync(join(SRC, file), 'utf8')
    for (const [line] of text.matchAll(/docs\/sources\.md#.*/g)) {
      for (const [, section = ''] of line.matchAll(/#([\w-]+)/g)) {
        assert.ok(sections.has(section), `${file} cites #${section}`)
      }
    }
  }
})
