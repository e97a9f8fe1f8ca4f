/**
 * Checks of a note over our documents that need more than the note (fiscal's rules check that): the documents
 * still count, match the request, and are between the same parties. Source:
 * docs/sources.md#documentos-relacionados.
 */
import type { DteRequest, Estado, Issue } from '@sello/contract'
import type { CreditoFiscal } from '@sello/fiscal'
import { creditoFiscalOf, type Origen, sellsTaxed, type WithOrigenes } from './complete-related.ts'

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
const ELECTRONICO = 2

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
  unoPorCiento('aplicarRetencionIva', 'ivaRete', 'retuvo'),
  unoPorCiento('aplicarPercepcionIva', 'ivaPerci', 'percibió'),
]

/** A note returns the 1 % of the document that it adjusts and no other. */
function unoPorCiento(
  member: 'aplicarRetencionIva' | 'aplicarPercepcionIva',
  importe: 'ivaRete' | 'ivaPerci',
  did: string,
): Row {
  return {
    field: (caso) => (caso.asked[member] === undefined ? of('numeroDocumento')(caso) : member),
    holds: (caso) =>
      !sellsTaxed(caso.request) ||
      adjusts(caso, ({ resumen }) => (caso.request[member] ?? false) === resumen[importe] > 0n),
    message: ({ asked, request, origen }) => {
      const documento = `El documento ${origen.codigoGeneracion}`
      const says = request[member] ? `no ${did} el 1 % de IVA` : `${did} el 1 % de IVA`
      return asked[member] === undefined
        ? `${documento} ${says} y el primero no es así; haga una nota para cada uno.`
        : `${documento} ${says} y la nota hace lo mismo: quite ${member} y se toma de él.`
    },
  }
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
