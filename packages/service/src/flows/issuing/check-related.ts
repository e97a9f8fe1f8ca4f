/**
 * Checks of a note over our documents that need more than the note (fiscal's rules check that): the documents
 * still count, match the request, and are between the same parties. Source:
 * docs/sources.md#documentos-relacionados.
 */
import type { DteRequest, Estado, Issue } from '@sello/contract'
import { type CreditoFiscal, ELECTRONICO, isCredito } from '@sello/fiscal'
import { creditoFiscalOf, type Origen, type WithOrigenes } from './complete-related.ts'

type Relacionado = NonNullable<DteRequest['documentosRelacionados']>[number]

interface Caso {
  readonly request: DteRequest
  /** The request before it was completed. */
  readonly asked: DteRequest
  readonly origen: Origen
  readonly entry: Relacionado
}

interface Row {
  readonly field: (caso: Caso) => string
  readonly holds: (caso: Caso) => boolean
  readonly message: (caso: Caso) => string
}

const RULE = 'MF-37'

interface UnoPorCientoDicho {
  readonly member: 'aplicarRetencionIva' | 'aplicarPercepcionIva'
  readonly importe: 'ivaRete' | 'ivaPerci'
  readonly did: string
}
const RETENCION: UnoPorCientoDicho = {
  member: 'aplicarRetencionIva',
  importe: 'ivaRete',
  did: 'retuvo',
}
const PERCEPCION: UnoPorCientoDicho = {
  member: 'aplicarPercepcionIva',
  importe: 'ivaPerci',
  did: 'percibió',
}

const of = (member: string) => (caso: Caso) => `documentoRelacionado[${caso.origen.at}].${member}`

const ROWS: readonly Row[] = [
  {
    field: of('numeroDocumento'),
    holds: ({ origen }) => origen.estado === 'sellado',
    message: ({ origen }) => SIN_SELLO[origen.estado](origen.codigoGeneracion),
  },
  {
    field: of('numeroDocumento'),
    holds: ({ origen, entry }) => entry.numeroDocumento?.toUpperCase() === origen.codigoGeneracion,
    message: ({ origen }) =>
      `El documento es uno de los suyos; escriba su código de generación: ${origen.codigoGeneracion}.`,
  },
  {
    field: of('tipoGeneracion'),
    holds: ({ entry }) => (entry.tipoGeneracion ?? ELECTRONICO) === ELECTRONICO,
    message: () => 'El documento se emitió aquí y es electrónico; use tipoGeneracion 2 o quítelo.',
  },
  {
    field: of('tipoDocumento'),
    holds: ({ origen, entry }) => entry.tipoDocumento === tipoDe(origen),
    message: ({ origen }) => `El documento relacionado es del tipo ${tipoDe(origen)}; corríjalo.`,
  },
  {
    field: of('fechaEmision'),
    holds: ({ origen, entry }) => entry.fechaEmision === fechaDe(origen),
    message: ({ origen }) =>
      `El documento relacionado es del ${fechaDe(origen)}; corrija la fecha.`,
  },
  {
    field: (caso) => (caso.asked.receptor ? 'receptor.numDocumento' : of('numeroDocumento')(caso)),
    holds: (caso) =>
      adjusts(caso, ({ receptor }) => {
        const stated = numDocumentoDe(caso.request)
        return stated === null || stated === receptor.nit // the rules report a missing one
      }),
    message: ({ asked, origen }) =>
      asked.receptor
        ? `El receptor no es el del documento ${origen.codigoGeneracion}; escriba el de ese documento, o quite receptor y se toma de él.`
        : `El documento ${origen.codigoGeneracion} es de otro receptor que el primero; haga una nota para cada receptor.`,
  },
  {
    field: (caso) => (caso.asked.ventaTercero ? 'ventaTercero' : of('numeroDocumento')(caso)),
    holds: (caso) =>
      adjusts(
        caso,
        ({ ventaTercero }) => terceroDe(ventaTercero) === terceroDe(caso.request.ventaTercero),
      ),
    message: ({ asked, origen }) =>
      asked.ventaTercero
        ? `El tercero no es el del documento ${origen.codigoGeneracion}; escriba el de ese documento, o quite ventaTercero y se toma de él.`
        : `El documento ${origen.codigoGeneracion} no es por cuenta del mismo tercero que el primero; haga una nota para cada uno.`,
  },
  unoPorCiento(RETENCION, PERCEPCION),
  unoPorCiento(PERCEPCION, RETENCION),
]

/**
 * A stated 1 % over a document: a credit note gives back only what the document did, and no line does both. Left
 * out, each line does as its document.
 */
function unoPorCiento(one: UnoPorCientoDicho, other: UnoPorCientoDicho): Row {
  return {
    field: () => one.member,
    holds: (caso) =>
      !caso.asked[one.member] ||
      !taxes(caso) ||
      adjusts(caso, ({ resumen }) =>
        isCredito(caso.request.tipoDte) ? resumen[one.importe] > 0n : resumen[other.importe] === 0n,
      ),
    message: ({ request, origen: { codigoGeneracion } }) =>
      isCredito(request.tipoDte)
        ? `El documento ${codigoGeneracion} no ${one.did} el 1 % de IVA y una nota de crédito no lo devuelve; quite ${one.member} y cada línea hace lo que hizo su documento.`
        : `El documento ${codigoGeneracion} ${other.did} el 1 % de IVA y una misma línea no hace las dos cosas; quite ${one.member} y cada línea hace lo que hizo su documento.`,
  }
}

/** Whether a taxed line of the note is about this document. */
function taxes({ request: { items, documentosRelacionados = [] }, origen }: Caso): boolean {
  const isOnly = documentosRelacionados.length === 1
  return items.some(
    ({ tipoVenta, noGravado, numeroDocumento }) =>
      (tipoVenta ?? 'gravada') === 'gravada' &&
      (noGravado ?? 0) === 0 &&
      (numeroDocumento?.toUpperCase() === origen.codigoGeneracion || (isOnly && !numeroDocumento)),
  )
}

/** Every problem, with its field in the note. */
export function checkRelated(
  asked: DteRequest,
  { request, origenes }: WithOrigenes,
): readonly Issue[] {
  return [
    ...checkNumerosControl(request),
    ...origenes.flatMap((origen) => {
      const entry = request.documentosRelacionados?.[origen.at] ?? {}
      const caso: Caso = { asked, request, origen, entry }
      return ROWS.filter((row) => !row.holds(caso)).map((row) => ({
        field: row.field(caso),
        rule: RULE,
        message: row.message(caso),
      }))
    }),
  ]
}

/** A numeroControl never names a paper document: it is electronic, so its code names it. */
function checkNumerosControl({ documentosRelacionados = [] }: DteRequest): readonly Issue[] {
  return documentosRelacionados.flatMap(({ numeroDocumento = '' }, at) => {
    if (!/^\W*DTE\W/i.test(numeroDocumento)) return []
    const message = `"${numeroDocumento}" es un número de control; un documento electrónico se relaciona por su código de generación.`
    return [{ field: `documentoRelacionado[${at}].numeroDocumento`, rule: RULE, message }]
  })
}

const sinSello = (codigo: string) =>
  `El documento ${codigo} todavía no tiene sello; espere a que Hacienda lo selle y haga entonces la nota.`
const sinEfecto = (codigo: string) =>
  `El documento ${codigo} no llegó a existir para Hacienda: no hay nada que ajustar.`

const SIN_SELLO: Readonly<Record<Estado, (codigo: string) => string>> = {
  reservado: sinSello,
  firmado: sinSello,
  contingencia: sinSello,
  sellado: () => '',
  rechazado: sinEfecto,
  invalidado: (codigo) => `El documento ${codigo} está invalidado: no hay nada que ajustar.`,
  liberado: sinEfecto,
  descartado: sinEfecto,
}

const tipoDe = ({ documento }: Origen) => documento.identificacion.tipoDte
const fechaDe = ({ documento }: Origen) => documento.identificacion.fecEmi

/** True also for types that no note adjusts: the rules refuse those. */
function adjusts({ origen }: Caso, holds: (documento: CreditoFiscal) => boolean): boolean {
  const documento = creditoFiscalOf(origen)
  return documento === null || holds(documento)
}

function numDocumentoDe({ receptor }: DteRequest): string | null {
  return receptor?.numDocumento?.replaceAll('-', '') ?? null
}

/** By its NIT; a party abroad may have none. */
function terceroDe(
  tercero: { readonly nit: string | null; readonly nombre: string } | null | undefined,
): string | null {
  return tercero ? (tercero.nit?.replaceAll('-', '') ?? tercero.nombre) : null
}
