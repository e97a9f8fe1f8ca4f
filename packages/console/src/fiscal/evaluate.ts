/** Applies the tax rules to a request exactly as the service does. Runs in the worker, and in tests. */
import {
  acreditar,
  avisosDe,
  type Built,
  buildDocumento,
  type Centavos,
  centavosDe,
  type Documento,
  type DteRequest,
  explain,
  isCredito,
  isNota,
  lineasDe,
  mensajeDeExceso,
  monto,
  type NotaCredito,
  requestPath,
  resumenDe,
  type Saldo,
  STAND_IN_CODIGO_GENERACION,
  serialise,
  standInNumeroControl,
  sum,
  toNumber,
  totales,
  type UnoPorCiento,
} from '@sello/fiscal'
import type { Evaluate, Evaluated, SaldoTexto } from './protocol.ts'

/** Every total and every problem of a request. Throws when the request has an invalid shape. */
export function evaluate(input: Evaluate): Evaluated {
  const { emisor, autorizaciones, resolucion, ambiente, fecEmi, horEmi } = input
  const codEstable = emisor.codEstable ?? ''
  const codPuntoVenta = emisor.codPuntoVenta ?? ''
  const request = complete(input)
  const build = (centavos: Centavos) =>
    buildDocumento({
      request,
      emisor,
      autorizaciones,
      resolucion,
      ambiente,
      fecEmi,
      horEmi,
      codigoGeneracion: STAND_IN_CODIGO_GENERACION,
      numeroControl: standInNumeroControl({ tipoDte: request.tipoDte, codEstable, codPuntoVenta }),
      centavos,
      unoPorCiento: unoPorCientoOf(input),
    })
  const { documento, problems } = withinSaldo(build, input)
  const sums = totales(documento)
  const plain = JSON.parse(serialise(documento)) as {
    cuerpoDocumento: readonly Record<string, unknown>[] | Record<string, unknown>
    resumen?: Record<string, unknown>
  }
  return {
    problems: problems.map((problem) => toRequestField(problem, request)),
    totales: {
      totalNoSuj: toNumber(sums.totalNoSuj),
      totalExenta: toNumber(sums.totalExenta),
      totalGravada: toNumber(sums.totalGravada),
      totalDescu: toNumber(sums.totalDescu),
      totalIva: toNumber(sums.totalIva),
      montoTotalOperacion: toNumber(sums.montoTotalOperacion),
      totalPagar: toNumber(sums.totalPagar),
      totalLetras: sums.totalLetras,
    },
    importes: lineasDe(plain).map(importeOf),
    resumen: amountsOf(resumenDe(plain) as Record<string, unknown>),
    explicacion: explain(documento as Documento),
    documento: plain,
    avisos: problems.length > 0 ? [] : avisosDe(documento).map(({ message }) => message),
  }
}

/**
 * A sale's origins are `origenes` in the request, and `documentoRelacionado` in the document, as for a
 * note. The lines of a retention are its documents, and what is liquidated has paths of its own.
 */
function toRequestField<P extends { readonly field: string }>(problem: P, request: DteRequest): P {
  const { tipoDte, retencion, liquidacion, liquidacionContable } = request
  if (isNota(tipoDte)) return problem
  if (liquidacion || liquidacionContable) {
    return { ...problem, field: requestPath(problem.field, { asked: request, completed: request }) }
  }
  const field = problem.field.replace('documentoRelacionado', 'origenes')
  return { ...problem, field: retencion ? field.replace('cuerpoDocumento', DOCUMENTOS) : field }
}

const DOCUMENTOS = 'retencion.documentos'

/** A credit note as the service builds it: limited to the balance of its documents, to the cent. */
function withinSaldo(build: (centavos: Centavos) => Built, { saldos }: Evaluate): Built {
  const built = build({})
  const { documento } = built
  if (!isCredito(documento.identificacion.tipoDte) || built.problems.length > 0) return built
  const nota = documento as NotaCredito
  const known = new Map(Object.entries(saldos).map(([codigo, one]) => [codigo, readSaldo(one)]))
  if (known.size === 0) return built
  const { excesos, valores } = acreditar(nota, known)
  if (excesos.length > 0) {
    const problems = excesos.map((one) => ({
      field: 'documentosRelacionados',
      rule: 'MF-37',
      message: mensajeDeExceso(one),
    }))
    return { documento, problems }
  }
  const centavos = centavosDe(nota, valores, {})
  return Object.keys(centavos).length === 0 ? built : build(centavos)
}

const readSaldo = (saldo: SaldoTexto): Saldo =>
  JSON.parse(JSON.stringify(saldo), (_, value) =>
    typeof value === 'string' ? BigInt(value) : value,
  )

/** A note relates one of our documents by its code; like the service, we complete it from the index. */
function complete({ request: asked, relacionados }: Evaluate): DteRequest {
  // The line already has all members that its product would fill in.
  const request = { ...asked, items: asked.items.map(({ productId: _, ...item }) => item) }
  const { corrige: _, referencia: __, documentosRelacionados, ...rest } = request
  if (!documentosRelacionados) return rest as DteRequest
  const full = documentosRelacionados.map((one) => {
    const found = relacionados.find(
      ({ codigoGeneracion }) => codigoGeneracion === one.codigoGeneracion,
    )
    return found
      ? {
          tipoDocumento: found.tipoDte,
          numeroDocumento: found.codigoGeneracion,
          fechaEmision: found.fecEmi,
          tipoGeneracion: 2,
        }
      : one
  })
  return {
    ...rest,
    ...followed(rest as DteRequest, relacionados[0]),
    documentosRelacionados: full,
  } as DteRequest
}

/** What a note takes from the document that it adjusts, when the request does not state it. */
function followed(request: DteRequest, origen: Evaluate['relacionados'][number] | undefined) {
  return origen ? { ventaTercero: request.ventaTercero ?? origen.ventaTercero ?? null } : {}
}

/** Each line of a note does as its document, unless the request says otherwise. */
function unoPorCientoOf({ relacionados }: Evaluate): ReadonlyMap<string, UnoPorCiento> {
  return new Map(
    relacionados.map(({ codigoGeneracion, retuvo = false, percibio = false }) => [
      codigoGeneracion,
      { retencionIva: retuvo, percepcionIva: percibio },
    ]),
  )
}

/**
 * A line is one kind of sale, a purchase, a charge outside the base, IVA retained, or a gift; the others are zero. One
 * that is liquidated has all kinds.
 */
function importeOf(linea: Readonly<Record<string, unknown>>): number {
  if (typeof linea.exportaciones === 'number') {
    return toNumber(sum(LIQUIDADAS.map((kind) => monto(Number(linea[kind])))))
  }
  const kinds = [
    ...['ventaGravada', 'ventaExenta', 'ventaNoSuj', 'compra', 'noGravado'],
    ...['ivaRetenido', 'valor'],
  ]
  return (
    (kinds.map((kind) => linea[kind]).find((n) => typeof n === 'number' && n !== 0) as number) ?? 0
  )
}

const LIQUIDADAS = ['ventaGravada', 'ventaExenta', 'ventaNoSuj', 'exportaciones'] as const

function amountsOf(resumen: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(resumen).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  )
}
