/** Every rule, once, with the types that it applies to: for docs/sources.md#rules. */
import { TIPOS } from '../tipos/index.ts'
import { AUTORIZADO, RESOLUCION } from './autorizado.ts'
import { LIQUIDACION } from './liquidacion.ts'
import { LIQUIDACION_CONTABLE } from './liquidacion-contable.ts'
import { OTRO_DOCUMENTO } from './otros-documentos.ts'
import { PETICION, PETICION_DE_ITEM } from './peticion.ts'
import { RETENCION } from './retencion.ts'
import { isOurs, type Rule } from './rule.ts'

type Named = Pick<Rule<never>, 'name' | 'rule' | 'field'>

export interface ListedRule {
  readonly name: string
  readonly rule: string
  readonly tipos: readonly string[]
  readonly pide: 'ministry' | 'law' | 'Sello'
}

export function listRules(): readonly ListedRule[] {
  const tipos = Object.values(TIPOS)
    .map(({ tipoDte, members, itemMembers, rules }) => ({
      tipoDte: tipoDte as string,
      rows: [
        ...rules.flatMap(rowsOf),
        ...(members.exportacion === 'forbidden' ? [] : AUTORIZADO),
        ...(members.retencion === 'forbidden' ? [] : RETENCION),
        ...(members.liquidacion === 'forbidden' ? [] : LIQUIDACION),
        ...(members.liquidacionContable === 'forbidden' ? [] : LIQUIDACION_CONTABLE),
        ...(itemMembers.tipoDonacion === 'forbidden' ? [] : [RESOLUCION]),
        ...(members.otrosDocumentos === 'forbidden' ? [] : OTRO_DOCUMENTO),
      ],
    }))
    .sort((a, b) => a.tipoDte.localeCompare(b.tipoDte)) // an object lists '11' before '01'
  const asked: readonly Named[] = [...PETICION, ...PETICION_DE_ITEM]
  const listed = new Map<string, ListedRule>()
  for (const { name, rule } of [...tipos.flatMap(({ rows }) => rows), ...asked]) {
    const of = tipos.filter(({ rows }) => has(rows, { name, rule }))
    const types = of.length > 0 ? of : tipos // a rule about the request applies to every type
    const names = types.map(({ tipoDte }) => tipoDte)
    listed.set(`${name} ${rule}`, { name, rule, tipos: names, pide: pideOf(rule) })
  }
  return [...listed.values()]
}

const LAW = /^(CT|LIVA|DL)/

function pideOf(rule: string): ListedRule['pide'] {
  if (isOurs(rule)) return 'Sello'
  return LAW.test(rule) ? 'law' : 'ministry'
}

function rowsOf({ rows }: { readonly rows: readonly Named[] }): readonly Named[] {
  return rows
}

function has(rows: readonly Named[], row: Pick<Named, 'name' | 'rule'>): boolean {
  return rows.some(({ name, rule }) => name === row.name && rule === row.rule)
}
