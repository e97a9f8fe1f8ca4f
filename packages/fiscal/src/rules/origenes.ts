/** The origins of a sale, and the sales that a remission (04) follows. Source: docs/sources.md#origenes. */
import { DIAS_04, TERMINO_04, type TerminoDe04 } from '../criterios.ts'
import type { Factura } from '../tipos/01/estructura.ts'
import { RELACION } from './relacion.ts'
import { aboutEach, type Grupo, type Rule } from './rule.ts'

type Origen = NonNullable<Factura['documentoRelacionado']>[number]

interface ConOrigenes {
  readonly identificacion: { readonly fecEmi: string }
  readonly documentoRelacionado: readonly Origen[] | null
}

const REMISION = '04'
const DAY_MS = 24 * 60 * 60 * 1000

const NOMBRES: Readonly<Record<string, string>> = {
  '01': 'facturas (01)',
  '03': 'comprobantes de crédito fiscal (03)',
  '04': 'notas de remisión (04)',
  '08': 'comprobantes de liquidación (08)',
  '09': 'documentos contables de liquidación (09)',
  '11': 'facturas de exportación (11)',
}

/** The rows for a type whose origins have these types. */
export function origenesDe(tipos: readonly string[]): readonly Grupo<ConOrigenes>[] {
  const named = new Set(tipos)
  const list = tipos.map((tipo) => NOMBRES[tipo]).join(', ')
  const first = (d: ConOrigenes) => d.documentoRelacionado?.[0]?.tipoDocumento
  const rows: readonly Rule<Origen, ConOrigenes>[] = [
    {
      name: 'tipo de documento del que una venta viene',
      rule: 'MF-37',
      field: 'tipoDocumento',
      holds: ({ tipoDocumento }) => named.has(tipoDocumento),
      message: ({ tipoDocumento }) =>
        `Este documento no viene de uno del tipo "${tipoDocumento}"; relacione ${list}.`,
    },
    {
      name: 'orígenes de un solo tipo',
      rule: 'MF-37',
      field: 'tipoDocumento',
      holds: ({ tipoDocumento }, d) => !named.has(tipoDocumento) || tipoDocumento === first(d),
      message: 'Los orígenes son todos de un mismo tipo; haga un documento por tipo.',
    },
    {
      name: 'origen una sola vez',
      rule: 'MF-37',
      field: 'numeroDocumento',
      holds: (r, d) =>
        r === d.documentoRelacionado?.find(({ numeroDocumento: n }) => n === r.numeroDocumento),
      message: ({ numeroDocumento }) =>
        `El documento ${numeroDocumento} está dos veces; déjelo una sola vez.`,
    },
    ...RELACION,
    {
      name: 'origen anterior a la venta',
      rule: 'MF-37',
      field: 'fechaEmision',
      holds: ({ fechaEmision }, { identificacion }) => fechaEmision <= identificacion.fecEmi,
      message: ({ fechaEmision }, { identificacion }) =>
        `El origen es del ${fechaEmision}, después de este documento (${identificacion.fecEmi}); corrija la fecha.`,
    },
  ]
  return [aboutEach('documentoRelacionado', (d: ConOrigenes) => d.documentoRelacionado, rows)]
}

/** The end of the term of what a remission of this date sent. */
export function terminoDe(fechaEmision: string, termino: TerminoDe04 = TERMINO_04): string {
  const [year = 0, month = 0] = fechaEmision.split('-').map(Number)
  const from = termino === 'nota' ? Date.parse(fechaEmision) : Date.UTC(year, month, 0)
  return new Date(from + DIAS_04 * DAY_MS).toISOString().slice(0, 10)
}

const FECHA = /^\d{4}-\d{2}-\d{2}$/

/** What the issuer of a sale with origins should look at. */
export function avisosDeOrigenes(termino: TerminoDe04 = TERMINO_04): readonly Grupo<ConOrigenes>[] {
  const TARDE: Rule<Origen, ConOrigenes> = {
    name: 'nota de remisión facturada a tiempo',
    rule: 'CT-109',
    field: 'fechaEmision',
    holds: ({ tipoDocumento, fechaEmision }, { identificacion: { fecEmi } }) =>
      tipoDocumento !== REMISION ||
      !FECHA.test(fechaEmision) ||
      fechaEmision.slice(0, 7) === fecEmi.slice(0, 7) ||
      fecEmi <= terminoDe(fechaEmision, termino),
    message: ({ numeroDocumento, fechaEmision }) =>
      `La nota de remisión ${numeroDocumento} es del ${fechaEmision}: se factura en su mes, o a más tardar el ${terminoDe(fechaEmision, termino)}.`,
  }
  return [aboutEach('documentoRelacionado', (d: ConOrigenes) => d.documentoRelacionado, [TARDE])]
}
