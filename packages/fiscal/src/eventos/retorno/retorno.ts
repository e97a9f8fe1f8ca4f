/**
 * The return event: part or all of a sealed document is returned. Built from the original's own lines. Pure:
 * code, date and issuer are parameters. Source: docs/sources.md#retorno.
 */
import type { Contingencia } from '../../build.ts'
import { type ModeloDeRetorno, RETORNO_SIN_HACIENDA } from '../../criterios.ts'
import type { CodigoAmbiente, Emisor } from '../../documento.ts'
import { enLetras } from '../../en-letras.ts'
import { CERO, type Monto, minus, plus, positivePart, sum } from '../../monto.ts'
import type { Problem } from '../../problem.ts'
import { TRANSMISION_GROUP } from '../../rules/identificacion.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { sumOfTributos } from '../../tipos/tributos.ts'
import { defineEvento, establecimientoDe } from '../evento.ts'
import { disponible, type RetornoPrevio } from './disponible.ts'
import { type Retorno, retornoV1 } from './estructura.ts'
import { type Aduana, originalDe, type Retornable } from './original.ts'
import { type Parte, type Prorrateo, prorrateo } from './prorrateo.ts'
import { type ExcesoDeRetorno, type RetornoRequest, readRetorno } from './request.ts'

export interface RetornoInput {
  readonly request: RetornoRequest
  /** As signed. */
  readonly original: Retornable
  /** The events that count: sealed, or signed without a verdict. */
  readonly previos: readonly RetornoPrevio[]
  readonly emisor: Pick<Emisor, 'nit' | 'nombre'>
  readonly ambiente: CodigoAmbiente
  readonly codigoGeneracion: string
  /** The date of the event (`fechaEvento`) and the current time, El Salvador time. */
  readonly fecEmi: string
  readonly horEmi: string
  readonly contingencia?: Contingencia | null
}

export interface BuiltRetorno {
  /** Null if there are problems or excesses. Its lines are in the order of the request's items. */
  readonly evento: Retorno | null
  /** Fields are the request's: `items[2].cantidad`. */
  readonly problems: readonly Problem[]
  readonly excesos: readonly ExcesoDeRetorno[]
}

export const retorno = defineEvento(1, retornoV1, buildRetorno)

/** The JSON text of an event, which is signed. */
export function serialiseRetorno(evento: Retorno): string {
  return retorno.serialise(evento)
}

export function buildRetorno(input: RetornoInput): BuiltRetorno {
  const original = originalDe(input.original)
  const balance = disponible(input.original, input.previos)
  const { items, problems, excesos } = readRetorno(input.request, original, balance)
  if (problems.length > 0 || excesos.length > 0) return { evento: null, problems, excesos }

  const amounts = prorrateo(original, input.previos, items)
  if (amounts.problems.length > 0) return { evento: null, problems: amounts.problems, excesos }
  const evento: Retorno = {
    identificacion: identificacion(input),
    documentoRelacionado: [
      {
        tipoDocumento: original.tipoDte,
        codigoGeneracion: original.codigoGeneracion,
        fechaEmision: original.fecEmi,
      },
    ],
    emisor: emisorDe(input),
    documento: receptorDe(input.original),
    ...tercerosDe(input.original),
    cuerpoDocumento: amounts.partes.map((parte, i) => ({
      ...linea(parte, i + 1),
      codigoGeneracion: original.codigoGeneracion,
    })),
    resumen: resumen(amounts),
    apendice: null,
  }
  const found = [
    ...TRANSMISION_GROUP.check(evento),
    ...TEXTOS.check(evento),
    ...retorno.check(evento),
  ]
  return { evento: found.length > 0 ? null : evento, problems: found, excesos }
}

/** The contingency that a return signed while the ministry is away states; null: none, it is sent unchanged later. */
export function contingenciaDeRetorno(
  contingencia: Contingencia | null,
  modelo: ModeloDeRetorno = RETORNO_SIN_HACIENDA,
): Contingencia | null {
  return modelo === 'contingencia' ? contingencia : null
}

function identificacion(input: RetornoInput): Retorno['identificacion'] {
  const { contingencia } = input
  return {
    version: 1,
    ambiente: input.ambiente,
    tipoModelo: contingencia ? 2 : 1,
    tipoOperacion: contingencia ? 2 : 1,
    tipoEvento: '18',
    tipoContingencia: contingencia?.tipoContingencia ?? null,
    motivoContin: contingencia?.motivoContin ?? null,
    codigoGeneracion: input.codigoGeneracion,
    fecEmi: input.fecEmi,
    horEmi: input.horEmi,
    fusion: null,
    tipoMoneda: 'USD',
  }
}

function emisorDe({ emisor, original }: RetornoInput): Retorno['emisor'] {
  const aduana = { ...SIN_ADUANA, ...original.emisor }
  return {
    nit: emisor.nit,
    nombre: emisor.nombre,
    ...establecimientoDe(original),
    recintoFiscal: aduana.recintoFiscal,
    tipoRegimen: aduana.tipoRegimen,
    regimen: aduana.regimen,
    tipoItemExpor: aduana.tipoItemExpor,
  }
}

const SIN_ADUANA: Aduana = {
  recintoFiscal: null,
  tipoRegimen: null,
  regimen: null,
  tipoItemExpor: null,
}

/** The buyer, or the seller of a 14, as in the original; null if it names none. */
function receptorDe({ receptor }: Retornable): Retorno['documento'] {
  if (receptor === null) return null
  return {
    tipoDocumento: receptor.tipoDocumento,
    numDocumento: receptor.numDocumento,
    nombre: receptor.nombre,
    codPais: receptor.codPais ?? null,
    nombrePais: receptor.nombrePais ?? null,
    telefono: receptor.telefono,
    correo: receptor.correo,
  }
}

function tercerosDe(original: Retornable): Pick<Retorno, 'ventaTercero' | 'compraTercero'> {
  return {
    ventaTercero: original.ventaTercero ?? null,
    compraTercero: original.compraTercero ?? null,
  }
}

type Linea = Retorno['cuerpoDocumento'][number]

function linea(parte: Parte, numItem: number): Omit<Linea, 'codigoGeneracion'> {
  const { de } = parte
  const of = (clase: Parte['de']['clase']) => (de.clase === clase ? parte.venta : CERO)
  return {
    numItem,
    tipoItem: de.tipoItem,
    cantidad: parte.cantidad,
    precioUni: de.precioUni,
    descripcion: de.descripcion,
    codigo: de.codigo,
    uniMedida: de.uniMedida,
    montoDescu: parte.montoDescu,
    codTributo: de.codTributo,
    ventaNoSuj: of('ventaNoSuj'),
    ventaExenta: of('ventaExenta'),
    ventaGravada: of('ventaGravada'),
    compra: of('compra'),
    tributos: de.tributos ? [...de.tributos] : null,
    psv: CERO,
    ivaItem: parte.ivaItem,
    noGravado: parte.noGravado,
    seguro: parte.seguro,
    flete: parte.flete,
    ivaRete: parte.ivaRete,
    reteRenta: parte.reteRenta,
  }
}

function resumen(amounts: Prorrateo): Retorno['resumen'] {
  const { totales } = amounts
  const subTotalVentas = sum(Object.values(totales))
  const montoTotalOperacion = sum([
    subTotalVentas,
    sumOfTributos(amounts.tributos),
    amounts.seguro,
    amounts.flete,
  ])
  const retenido = plus(amounts.ivaRete, amounts.reteRenta)
  const saldo = (montoTotalOperacion - retenido + amounts.totalNoGravado) as Monto
  const totalPagar = positivePart(saldo)
  return {
    totalNoSuj: totales.ventaNoSuj,
    totalExenta: totales.ventaExenta,
    totalGravada: totales.ventaGravada,
    totalCompraExcluidos: totales.compra,
    subTotalVentas,
    tributos: amounts.tributos,
    totalSeguro: amounts.seguro,
    totalFlete: amounts.flete,
    montoTotalOperacion,
    ivaRete: amounts.ivaRete,
    reteRenta: amounts.reteRenta,
    totalNoGravado: amounts.totalNoGravado,
    totalPagar,
    totalLetras: enLetras(totalPagar),
    totalNoOnerosas: CERO,
    totalIva: amounts.totalIva,
    saldoFavor: minus(saldo, totalPagar),
  }
}
