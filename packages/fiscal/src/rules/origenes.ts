/** The origins of a sale: documents sealed elsewhere, written in full. Source: docs/sources.md#origenes. */
import type { Factura } from '../tipos/01/estructura.ts'
import { RELACION } from './relacion.ts'
import { aboutEach, type Grupo, type Rule } from './rule.ts'

type Origen = NonNullable<Factura['documentoRelacionado']>[number]

interface ConOrigenes {
  readonly identificacion: { readonly fecEmi: string }
  readonly documentoRelacionado: readonly Origen[] | null
}

const REMISION = '04'
/** After the goods have left, in another month (MF page 38). */
const DIAS_MAX = 3
const DAY_MS = 24 * 60 * 60 * 1000

const NOMBRES: Readonly<Record<string, string>> = {
  '04': 'notas de remisión (04)',
  '08': 'comprobantes de liquidación (08)',
  '09': 'documentos contables de liquidación (09)',
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
    {
      name: 'nota de remisión del mismo período',
      rule: 'MF-38',
      field: 'fechaEmision',
      holds: ({ tipoDocumento, fechaEmision }, { identificacion: { fecEmi } }) =>
        tipoDocumento !== REMISION ||
        fechaEmision > fecEmi ||
        fechaEmision.slice(0, 7) === fecEmi.slice(0, 7) ||
        !(Date.parse(fecEmi) - Date.parse(fechaEmision) > DIAS_MAX * DAY_MS),
      message: ({ fechaEmision }) =>
        `La nota de remisión es del ${fechaEmision}: se factura en el mismo mes o a más tardar tres días después.`,
    },
  ]
  return [aboutEach('documentoRelacionado', (d: ConOrigenes) => d.documentoRelacionado, rows)]
}
