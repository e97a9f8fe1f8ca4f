/** The statements of a migration, which are sent one by one: Citus refuses a change of a table among others. */

export interface Statement {
  readonly sql: string
  /** Where it begins in the file, from 1. */
  readonly line: number
}

/** A comment, a text, a quoted name or the body of a function, in which a semicolon ends nothing; or a semicolon. */
const TOKEN = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$.*?\$\1\$|;/gs

/** Without those that are nothing but comments. Knows no `E'…'`, no comment inside another, and no `begin atomic`. */
export function statementsOf(text: string): readonly Statement[] {
  const ends = [...text.matchAll(TOKEN)].filter(([token]) => token === ';').map((end) => end.index)
  return [...ends, text.length].flatMap((end, at) => {
    const start = (ends[at - 1] ?? -1) + 1
    const sql = text.slice(start, end)
    const code = sql.replace(/^(\s|--[^\n]*(\n|$))+/, '')
    if (code === '') return []
    const line = text.slice(0, end - code.length).split('\n').length
    return [{ sql: code, line }]
  })
}
