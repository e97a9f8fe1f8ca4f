/**
 * Shared by the catalogues. Codes come from callers, so tables are only read through these functions: `__proto__`
 * and `constructor` are members of every object but not codes.
 */

export type Catalogo<Row> = Readonly<Record<string, Row>>

/** Whether one member may be present, depending on another's value. */
export type Presence = 'required' | 'optional' | 'forbidden'

/** Whether the table has the code. Numbers are codes in decimal: 59 is '59'. */
export function isCode<T extends object>(table: T, code: unknown): code is keyof T {
  return (typeof code === 'string' || typeof code === 'number') && Object.hasOwn(table, code)
}

/** The row of a code, or null where the table has no such code. */
export function findRow<Row>(table: Catalogo<Row>, code: string | number): Row | null {
  return isCode(table, code) ? (table[code] ?? null) : null
}
