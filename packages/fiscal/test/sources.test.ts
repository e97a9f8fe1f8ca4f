/** docs/sources.md agrees with the code: its rules, its differences, the sections that code cites. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listRules } from '../src/rules/list.ts'
import { DIFFERENCES } from './differences.ts'

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const page = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8')
const sections = new Set(
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  ),
)

test('every difference from the published structures is listed with its reason', () => {
  for (const { tipos, reason } of DIFFERENCES) {
    const row = page.split('\n').find((line) => line.endsWith(`| ${reason} |`))
    assert.ok(row?.startsWith(`| ${tipos.join(', ')} |`), reason)
  }
})

test('the page lists every rule with its source, who asks for it, and the types that it applies to', () => {
  const [, table = ''] = page.split('| row | rule | who asks | types |\n|---|---|---|---|\n')
  const [listed = ''] = table.split('\n\n')
  assert.deepEqual(
    listRules().map(
      ({ name, rule, pide, tipos }) => `| ${[name, rule, pide, tipos.join(', ')].join(' | ')} |`,
    ),
    listed
      .trimEnd()
      .split('\n')
      .filter((line) => line.startsWith('|')),
  )
})

test('every section that the code cites exists', () => {
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
