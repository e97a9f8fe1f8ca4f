/**
 * Maps a problem's path in the document to the path in the request, since callers know their request and not the
 * ministry's structure. `resumen.pagos[0].codigo` becomes `formaPago` for a request that states it.
 */
import { withoutConsequences } from './consequences.ts'
import type { Problem } from './problem.ts'
import { type DteRequest, isNota } from './tipos/index.ts'

/** A problem in terms of its caller's request. */
export interface RequestProblem extends Problem {
  /** The path in the document, if different. */
  readonly documento?: string
}

/**
 * Maps the problems to paths of `asked`, the request as its author wrote it; `completed` also has the looked-up
 * data. Omits problems that follow from others, and reports nothing twice.
 */
export function toRequestProblems(
  problems: readonly Problem[],
  requests: { readonly asked: DteRequest; readonly completed: DteRequest },
): readonly RequestProblem[] {
  const roots = problems.filter(({ rule }) => ROOTS.has(rule))
  const told = new Map<string, RequestProblem>()
  for (const problem of causesFirst(withoutConsequences(roots.length > 0 ? roots : problems))) {
    const translated = translate(problem, requests)
    const key = `${translated.field}\n${translated.message}`
    if (!told.has(key)) told.set(key, translated)
  }
  return [...told.values()]
}

/** Errors in computed amounts come after those in lines and discounts. */
function causesFirst(problems: readonly Problem[]): readonly Problem[] {
  if (!problems.some(({ field }) => CAUSE.test(field))) return problems
  const rank = ({ field, rule }: Problem) => Number(CONSEQUENCE.test(field) || BY_TOTAL.has(rule))
  return problems.toSorted((a, b) => rank(a) - rank(b))
}

/** Rules that only apply when a total exceeds some amount. */
const BY_TOTAL: ReadonlySet<string> = new Set(['DL487-119G'])

const CAUSE = /^(cuerpoDocumento\[|resumen\.(descu|seguro|flete))/
const CONSEQUENCE =
  /^resumen\.(pagos|iva(Rete|Perci)|reteRenta|total\w*|subTotal\w*|montoTotalOperacion|saldoFavor)$/

/** A note over something that no note adjusts: the missing parties would have come from there. */
const ROOTS: ReadonlySet<string> = new Set(['IV-14'])

type Requests = Parameters<typeof toRequestProblems>[1]

function translate({ field, rule, message }: Problem, requests: Requests): RequestProblem {
  const path = requestPath(field, requests)
  if (path === field) return { field, rule, message }
  const said = message.startsWith(`${field} `) ? path + message.slice(field.length) : message
  return { field: path, documento: field, rule, message: said }
}

/** The path in the request: an existing one, or one that its author must add. */
export function requestPath(field: string, { asked, completed }: Requests): string {
  const own = OWN_PATHS.find(([member]) => (asked[member] ?? null) !== null)?.[1] ?? []
  const paths = [...own, ...PATHS]
  const row = paths.find(([pattern]) => pattern.test(field))
  const path = row ? field.replace(row[0], (...found) => row[1](found as string[], asked)) : field
  return reachable(path, { asked, completed })
}

type Path = readonly [pattern: RegExp, to: (found: readonly string[], asked: DteRequest) => string]

const to =
  (path: string): Path[1] =>
  () =>
    path

// biome-ignore format: a table
const PATHS: readonly Path[] = [
  [/^cuerpoDocumento\[(\d+)\]\.ivaRete$/,                    to('aplicarRetencionIva')],
  [/^cuerpoDocumento\[(\d+)\]\.ivaPerci$/,                   to('aplicarPercepcionIva')],
  [/^cuerpoDocumento\[(\d+)\]\.(venta\w+|compra|valor|ivaItem|totalIva|numItem|psv)$/, ([, i]) => `items[${i}]`],
  [/^cuerpoDocumento\[(\d+)\]\.tributos\[\d+\]$/,            ([, i]) => `items[${i}].tributos`],
  [/^cuerpoDocumento\[(\d+)\]\.valorUni$/,                   ([, i]) => `items[${i}].precioUni`],
  [/^cuerpoDocumento\[(\d+)\]\.tipoDepreciacion$/,           ([, i]) => `items[${i}].depreciacion`],
  [/^cuerpoDocumento/,                                       to('items')],
  [/^resumen\.descuNoSuj$/,                                  to('descuentos.noSujetas')],
  [/^resumen\.descuExenta$/,                                 to('descuentos.exentas')],
  [/^resumen\.descuGravada$/,                                to('descuentos.gravadas')],
  [/^resumen\.descu$/,                                       to('descuento')],
  [/^resumen\.totalNoOnerosas$/,                             to('exportacion.totalNoOnerosas')],
  [/^resumen\.(flete|seguro)$/,                              ([, member]) => `exportacion.${member}`],
  [/^resumen\.(codIncoterms|descIncoterms)$/,                to('exportacion.incoterms')],
  [/^resumen\.(ivaRete|codigoRetencionMH)$/,                 to('aplicarRetencionIva')],
  [/^resumen\.ivaPerci$/,                                    to('aplicarPercepcionIva')],
  [/^resumen\.reteRenta$/,                                   to('aplicarReteRenta')],
  [/^resumen\.pagos\[\d+\]\.codigo$/,                        (found, asked) => pagoPath(found, asked, 'formaPago')],
  [/^resumen\.pagos\[\d+\]\.(plazo|periodo)$/,               (found, asked) => pagoPath(found, asked, found[1] ?? '')],
  [/^resumen\.pagos\[\d+\]\.montoPago$/,                     (found, asked) => pagoPath(found, asked, 'items')],
  [/^resumen\.pagos\[\d+\]\.referencia$/,                    (found, asked) => pagoPath(found, asked, 'pagos')],
  [/^resumen\.pagos/,                                        to('pagos')],
  [/^resumen\.(condicionOperacion|observaciones|numPagoElectronico)$/, ([, member]) => member ?? ''],
  [/^resumen.*$/,                                            to('items')],
  [/^emisor\.(tipoItemExpor|recintoFiscal|tipoRegimen|regimen)$/, ([, member]) => `exportacion.${member}`],
  [/^receptor\.bienTitulo$/,                                 to('bienTitulo')],
  [/^receptor\.nit$/,                                        to('receptor.numDocumento')],
  [/^documentoRelacionado\[(\d+)\](\.\w+)?$/,                ([, i, member], asked) => relatedPath(Number(i), member, asked)],
  [/^documentoRelacionado$/,                                 (_, asked) => (isNota(asked.tipoDte) ? 'documentosRelacionados' : 'origenes')],
  [/^otrosDocumentos\[(\d+)\]\.(placaTrans|modoTransp|numConductor|nombreConductor)$/, ([, i, member]) => `otrosDocumentos[${i}].transporte.${DE_TRANSPORTE[member ?? '']}`],
  [/^identificacion\.fusion$/,                               to('fusion')],
]

/** Where the lines are documents on which IVA is retained. */
// biome-ignore format: a table
const PATHS_OF_RETENCION: readonly Path[] = [
  [/^cuerpoDocumento\[(\d+)\]\.(tipoDte|tipoGeneracion|numeroDocumento|fechaEmision)$/, (found, asked) => retenidoPath(found, asked)],
  [/^cuerpoDocumento\[(\d+)\]\.montoSujetoGrav$/,   ([, i]) => `retencion.documentos[${i}].monto`],
  [/^cuerpoDocumento\[(\d+)\]\.codigoRetencionMH$/, ([, i]) => `retencion.documentos[${i}].codigoRetencion`],
  [/^cuerpoDocumento\[(\d+)\](\.\w+)?$/,            ([, i, member = '']) => `retencion.documentos[${i}]${member}`],
  [/^cuerpoDocumento/,                                to('retencion.documentos')],
  [/^resumen\.observaciones$/,                        to('observaciones')],
  [/^resumen.*$/,                                     to('retencion.documentos')],
]

/** Where the body is one record of what is liquidated. */
// biome-ignore format: a table
const PATHS_OF_CONTABLE: readonly Path[] = [
  [/^cuerpoDocumento\.periodoLiquidacionFechaInicio$/, to('liquidacionContable.desde')],
  [/^cuerpoDocumento\.periodoLiquidacionFechaFin$/,    to('liquidacionContable.hasta')],
  [/^cuerpoDocumento\.codLiquidacion$/,                to('liquidacionContable.codigo')],
  [/^cuerpoDocumento\.cantidadDoc$/,                   to('liquidacionContable.cantidadDocumentos')],
  [/^cuerpoDocumento\.montoSinPercepcion$/,            to('liquidacionContable.sinPercepcion.monto')],
  [/^cuerpoDocumento\.descripSinPercepcion$/,          to('liquidacionContable.sinPercepcion.descripcion')],
  [/^cuerpoDocumento\.(comision|ivaComision)$/,        (_, asked) => comisionPath(asked)],
  [/^cuerpoDocumento\.porcentComision$/,               to('liquidacionContable.porcentajeComision')],
  [/^cuerpoDocumento\.observaciones$/,                 to('observaciones')],
  [/^cuerpoDocumento.*$/,                              to('liquidacionContable.valorOperaciones')],
  [/^extension\.nombEntrega$/,                         to('liquidacionContable.responsable.nombre')],
  [/^extension\.docuEntrega$/,                         to('liquidacionContable.responsable.documento')],
  [/^extension\.codEmpleado$/,                         to('liquidacionContable.responsable.codEmpleado')],
]

/** Where the lines are documents that are liquidated. */
// biome-ignore format: a table
const PATHS_OF_LIQUIDACION: readonly Path[] = [
  [/^cuerpoDocumento\[(\d+)\]\.(tipoDte|tipoGeneracion|numeroDocumento|fechaEmision)$/, (found, asked) => liquidadoPath(found, asked)],
  [/^cuerpoDocumento\[(\d+)\]\.ivaItem$/,          ([, i]) => `liquidacion.documentos[${i}].ventaGravada`],
  [/^cuerpoDocumento\[(\d+)\](\.\w+)?$/,           ([, i, member = '']) => `liquidacion.documentos[${i}]${member}`],
  [/^cuerpoDocumento/,                              to('liquidacion.documentos')],
  [/^resumen\.(observaciones|condicionOperacion)$/, ([, member]) => member ?? ''],
  [/^resumen.*$/,                                   to('liquidacion.documentos')],
]

function liquidadoPath([, i, member = '']: readonly string[], { liquidacion }: DteRequest): string {
  const { codigoGeneracion } = liquidacion?.documentos?.[Number(i)] ?? {}
  const own = member === 'tipoDte' ? 'tipoDocumento' : member
  return `liquidacion.documentos[${i}].${codigoGeneracion === undefined ? own : 'codigoGeneracion'}`
}

/** By the member in place of items. */
const OWN_PATHS = [
  ['retencion', PATHS_OF_RETENCION],
  ['liquidacion', PATHS_OF_LIQUIDACION],
  ['liquidacionContable', PATHS_OF_CONTABLE],
] as const

/** A commission is stated, or follows from its percentage. */
function comisionPath({ liquidacionContable: asked }: DteRequest): string {
  const byPercent =
    (asked?.comision ?? null) === null && (asked?.porcentajeComision ?? null) !== null
  return `liquidacionContable.${byPercent ? 'porcentajeComision' : 'comision'}`
}

function retenidoPath([, i, member = '']: readonly string[], { retencion }: DteRequest): string {
  const { codigoGeneracion } = retencion?.documentos[Number(i)] ?? {}
  const own =
    codigoGeneracion === undefined
      ? member === 'tipoDte'
        ? 'tipoDocumento'
        : member
      : 'codigoGeneracion'
  return `retencion.documentos[${i}].${own}`
}

const DE_TRANSPORTE: Readonly<Record<string, string>> = {
  placaTrans: 'placa',
  modoTransp: 'modo',
  numConductor: 'conductor.documento',
  nombreConductor: 'conductor.nombre',
}

/** Several payments are stated one by one; a single one by members of the request itself. */
function pagoPath([field = '']: readonly string[], { pagos }: DteRequest, single: string): string {
  return pagos ? field.slice('resumen.'.length) : single
}

/** Our own documents are named only by code. */
function relatedPath(i: number, member: string | undefined, asked: DteRequest): string {
  const list = isNota(asked.tipoDte) ? 'documentosRelacionados' : 'origenes'
  const isNamed = asked[list]?.[i]?.codigoGeneracion !== undefined
  return `${list}[${i}]${isNamed ? '.codigoGeneracion' : (member ?? '')}`
}

/** The path itself if its author wrote its parent; otherwise the outermost missing part. */
function reachable(path: string, { asked, completed }: Requests): string {
  const parts = path.split(/\.|(?=\[)/)
  let value: unknown = asked
  let reached = ''
  for (const part of parts) {
    const key = part.startsWith('[') ? part.slice(1, -1) : part
    const next = (value as Readonly<Record<string, unknown>>)[key] ?? null
    reached += part.startsWith('[') || reached === '' ? part : `.${part}`
    if (next === null) return fromStored(reached, { asked, completed }) ?? reached
    value = next
  }
  return reached
}

/** An error in a stored customer or product is corrected there, or by stating the member in the request. */
function fromStored(path: string, requests: Requests): string | null {
  return fromCustomer(path, requests) ?? fromProduct(path, requests)
}

function fromProduct(path: string, { asked, completed }: Requests): string | null {
  const [, n = '', member = ''] = /^items\[(\d+)\]\.(\w+)/.exec(path) ?? []
  const line = asked.items[Number(n)] as { readonly productId?: string } | undefined
  const stored = completed.items[Number(n)] as Readonly<Record<string, unknown>> | undefined
  const isStored = member !== '' && (stored?.[member] ?? null) !== null
  return line?.productId !== undefined && isStored ? `items[${n}].productId` : null
}

function fromCustomer(path: string, { asked, completed }: Requests): string | null {
  const customerId = (asked.receptor as { customerId?: string } | null | undefined)?.customerId
  const [, member = ''] = /^receptor\.(\w+)$/.exec(path) ?? []
  const stored = (completed.receptor as Readonly<Record<string, unknown>> | null | undefined)?.[
    member
  ]
  return customerId !== undefined && (stored ?? null) !== null ? 'receptor.customerId' : null
}
