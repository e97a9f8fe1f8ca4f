/** The documents that a note adjusts. Source: docs/sources.md#documentos-relacionados. */
import { MESES_PARA_UNA_NOTA } from '../criterios.ts'
import type { Nota } from '../documento.ts'
import { plusMonths } from '../plus-months.ts'
import { RELACION } from './relacion.ts'
import { about, aboutEach, type Grupo, type Rule } from './rule.ts'

type Relacionado = Nota['documentoRelacionado'][number]
type Linea = Nota['cuerpoDocumento'][number]

const COMPROBANTE_DE_RETENCION = '07'
/** Types that a note adjusts: Ley de IVA arts. 62 and 63. */
const AJUSTABLES: ReadonlySet<string> = new Set(['03', COMPROBANTE_DE_RETENCION])

const lastDay = ({ fechaEmision }: Relacionado) => plusMonths(fechaEmision, MESES_PARA_UNA_NOTA)
const firstOf = (d: Nota) => d.documentoRelacionado[0] ?? null

const NOTA: readonly Rule<Relacionado, Nota>[] = [
  {
    name: 'nota sobre un comprobante de retención',
    rule: 'IV-notas',
    field: 'tipoDocumento',
    holds: ({ tipoDocumento }) => tipoDocumento !== COMPROBANTE_DE_RETENCION,
    message:
      'Las notas sobre comprobantes de retención (07) no se emiten aquí; relacione comprobantes de crédito fiscal (03).',
  },
]

const RELACIONADO: readonly Rule<Relacionado, Nota>[] = [
  {
    name: 'tipo de documento que una nota ajusta',
    rule: 'IV-14',
    field: 'tipoDocumento',
    holds: ({ tipoDocumento }) => AJUSTABLES.has(tipoDocumento),
    message: ({ tipoDocumento }) =>
      `Una nota no ajusta documentos del tipo "${tipoDocumento}"; relacione comprobantes de crédito fiscal (03).`,
  },
  {
    name: 'documentos relacionados de un solo tipo',
    rule: 'MF-37',
    field: 'tipoDocumento',
    holds: ({ tipoDocumento }, d) =>
      !AJUSTABLES.has(tipoDocumento) || tipoDocumento === firstOf(d)?.tipoDocumento,
    message: 'Los documentos relacionados son todos de un mismo tipo; haga una nota por tipo.',
  },
  {
    name: 'documento relacionado una sola vez',
    rule: 'MF-37',
    field: 'numeroDocumento',
    holds: (r, d) =>
      r === d.documentoRelacionado.find(({ numeroDocumento: n }) => n === r.numeroDocumento),
    message: ({ numeroDocumento }) =>
      `El documento ${numeroDocumento} está relacionado dos veces; déjelo una sola vez.`,
  },
  ...RELACION,
  {
    name: 'documento relacionado anterior a la nota',
    rule: 'MF-37',
    field: 'fechaEmision',
    holds: ({ fechaEmision }, { identificacion }) => fechaEmision <= identificacion.fecEmi,
    message: ({ fechaEmision }, { identificacion }) =>
      `El documento relacionado es del ${fechaEmision}, después de la nota (${identificacion.fecEmi}); corrija la fecha.`,
  },
  {
    name: 'nota dentro de los tres meses',
    rule: 'LIVA-62',
    field: 'fechaEmision',
    holds: (r, { identificacion }) =>
      identificacion.fecEmi <= (lastDay(r) ?? identificacion.fecEmi),
    message: (r) =>
      `El documento es del ${r.fechaEmision} y se podía ajustar con una nota hasta el ${lastDay(r)}; ya no se puede.`,
  },
]

const LINEA: readonly Rule<Linea, Nota>[] = [
  {
    name: 'documento relacionado de la línea',
    rule: 'MF-37',
    field: 'numeroDocumento',
    // If nothing is related, another row reports that once.
    holds: ({ numeroDocumento: number }, { documentoRelacionado }) =>
      documentoRelacionado.length === 0 ||
      documentoRelacionado.some(({ numeroDocumento }) => numeroDocumento === number),
    message: ({ numeroDocumento }) =>
      (numeroDocumento as string | null) === null
        ? 'La línea no dice cuál de los documentos relacionados ajusta; escriba su numeroDocumento.'
        : `El documento ${numeroDocumento} de la línea no está entre los relacionados; agréguelo o corrija el número.`,
  },
]

export const RELACIONADOS_GROUPS: readonly Grupo<Nota>[] = [
  about('documentoRelacionado[0]', firstOf, NOTA),
  aboutEach('documentoRelacionado', (d: Nota) => d.documentoRelacionado, RELACIONADO),
]

export const LINEAS_RELACIONADAS_GROUPS: readonly Grupo<Nota>[] = [
  aboutEach('cuerpoDocumento', (d: Nota) => d.cuerpoDocumento, LINEA),
]
