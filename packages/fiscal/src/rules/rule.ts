/**
 * Rules that the structures do not express, as rows: the ministry's rule number, the field, the predicate, and
 * the message.
 */
import { joinField, type Problem } from '../problem.ts'

export interface Rule<S, D = unknown> {
  /** Its name in the tests and in docs/sources.md#rules. */
  readonly name: string
  /** Catalogue, number or page of the ministry's text: docs/sources.md#rules. */
  readonly rule: string
  /** Relative to the group's path. Empty: the subject itself. */
  readonly field: string
  readonly holds: (subject: S, documento: D) => boolean
  readonly message: string | ((subject: S, documento: D) => string)
}

/** Rules for each part of a document that `subjects` names. */
export interface Grupo<D> {
  check(documento: D): Problem[]
  readonly rows: readonly Pick<Rule<never>, 'name' | 'rule' | 'field'>[]
}

/** Rows about one part of the document; skipped if it is null. */
export function about<D, S>(
  base: string,
  subject: (documento: D) => S | null,
  rows: readonly Rule<S, D>[],
): Grupo<D> {
  return {
    rows,
    check(documento) {
      const problems: Problem[] = []
      const part = subject(documento)
      if (part !== null) ask(rows, base, part, documento, problems)
      return problems
    },
  }
}

/** Rows about each element of a list of the document. */
export function aboutEach<D, S>(
  base: string,
  subjects: (documento: D) => readonly S[] | null,
  rows: readonly Rule<S, D>[],
): Grupo<D> {
  return {
    rows,
    check(documento) {
      const problems: Problem[] = []
      const parts = subjects(documento) ?? []
      for (let i = 0; i < parts.length; i++) {
        ask(rows, `${base}[${i}]`, parts[i] as S, documento, problems)
      }
      return problems
    },
  }
}

/** The rules of another kind of document, for one that has what they read elsewhere. */
export function over<D, E>(
  as: (documento: D) => E,
  grupos: readonly Grupo<E>[],
): readonly Grupo<D>[] {
  return grupos.map(({ rows, check }) => ({ rows, check: (documento) => check(as(documento)) }))
}

/** Rules of our own, which neither the ministry nor the law is known to require. */
export function isOurs(rule: string): boolean {
  return rule.startsWith('SELLO-') || OURS.has(rule)
}

const OURS: ReadonlySet<string> = new Set(['texto', 'required', 'forbidden'])

/** Tells the reader that Sello requires it, not the ministry. */
export const NUESTRA = 'Lo pide Sello, no Hacienda.'

function ask<S, D>(
  rows: readonly Rule<S, D>[],
  base: string,
  subject: S,
  documento: D,
  problems: Problem[],
): void {
  for (const row of rows) {
    if (row.holds(subject, documento)) continue
    const message = typeof row.message === 'string' ? row.message : row.message(subject, documento)
    const field = joinField(base, row.field)
    problems.push({
      field,
      rule: row.rule,
      message: isOurs(row.rule) ? `${message} ${NUESTRA}` : message,
    })
  }
}
