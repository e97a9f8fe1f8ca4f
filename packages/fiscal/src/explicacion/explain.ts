/**
 * Explains the amounts of a document by rerunning the steps that built it, with a recorder, on the document itself.
 * It needs only the stored document.
 */
import { lineasDe, resumenDe } from '../cuerpo.ts'
import { exactoToText } from '../exacto.ts'
import { CERO, type Monto, minus, toText } from '../monto.ts'
import { type Centavos, GRAVAMENES, type Gravamen } from '../tipos/centavos.ts'
import { type Base, calculate, importeDe } from '../tipos/cuenta.ts'
import { type Documento, isCredito, tipoOf } from '../tipos/index.ts'
import { calculateLinea } from '../tipos/linea.ts'
import type { OnPaso } from '../tipos/paso.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import type { Pedido } from '../venta.ts'
import { baseOf, type LineaGuardada, renglonOf } from './base.ts'
import { dichosOf } from './dichos.ts'
import type { Entrada, Explicado } from './explicado.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { isTributo, statedIn } from './stated.ts'

/** Plain values: every amount is a decimal text as in the document. */
export interface Explicacion {
  readonly lineas: readonly ExplicacionDeLinea[]
  /** Every amount of the summary and the intermediate values, in order of computation. */
  readonly totales: readonly Explicado[]
}

export interface ExplicacionDeLinea {
  readonly numItem: number
  readonly importes: readonly Explicado[]
}

export function explain(documento: Documento): Explicacion {
  const tipo = tipoOf(documento.identificacion.tipoDte)
  const { lineas, venta: pedido } = baseOf(documento)
  const venta = { ...pedido, centavos: centavosOf(documento, { lineas, venta: pedido }) }
  return {
    lineas: lineasDe(documento).map((linea) => ({
      numItem: linea.numItem,
      importes: explainLinea(tipo, linea, venta),
    })),
    totales: [
      ...explainTotales(tipo, resumenDe(documento), { lineas, venta }),
      ...dichosOf(tipo, resumenDe(documento) as Parameters<typeof dichosOf>[1]),
    ],
  }
}

function explainTotales(tipo: TipoDef, resumen: object, { lineas, venta }: Base): Explicado[] {
  const recorder = createRecorder()
  const [seen, onPaso] = listener(recorder, tipo, resumen)
  const base = { lineas: recorder.watchEach(lineas), venta: recorder.watch(venta) }
  calculate(tipo.pasos, base, { watch: recorder.watch, onPaso })
  // Omits tributes that no line lists, which are 0.
  return seen
    .filter(({ importe, enDocumento }) => enDocumento !== null || !isTributo(importe))
    .map((one) => ({ ...one, entradas: one.entradas.filter((e) => !isAbsentTributo(e)) }))
}

function isAbsentTributo({ nombre, valor }: Entrada): boolean {
  return isTributo(nombre) && valor === NADA
}

function explainLinea(tipo: TipoDef, linea: LineaGuardada, venta: Pedido): Explicado[] {
  const recorder = createRecorder()
  const [seen, onPaso] = listener(recorder, tipo, linea)
  const base = { renglon: recorder.watch(renglonOf(linea)), venta }
  const { noGravado } = calculateLinea(tipo.pasosDeLinea, base, { watch: recorder.watch, onPaso })
  // Omits zero amounts, and the flag that says whether the line is a charge.
  return seen
    .filter(({ importe, valor }) => valor !== NADA || (importe === 'importe' && noGravado === CERO))
    .map((one) => ({
      ...one,
      entradas: one.entradas.filter((e) => e.nombre !== 'noGravado' || e.valor !== NADA),
    }))
}

const NADA = toText(CERO)

/** The amounts of a credit note that differ from the sums of its lines. */
function centavosOf(documento: Documento, base: Base): Centavos {
  const { tipoDte } = documento.identificacion
  const resumen = resumenDe(documento)
  if (!isCredito(tipoDte)) return base.venta.centavos
  const computed = calculate(tipoOf(tipoDte).pasos, base)
  const centavos: Partial<Record<Gravamen, Monto>> = {}
  for (const gravamen of GRAVAMENES) {
    const importe = importeDe(gravamen)
    const stated = statedIn(resumen, importe)
    if (stated !== null && stated !== computed[importe]) {
      centavos[gravamen] = minus(stated, computed[importe])
    }
  }
  return centavos
}

/** Records the result of every step and its operands; `section` has the document's values. */
function listener(recorder: Recorder, tipo: TipoDef, section: object) {
  const seen: Explicado[] = []
  const onPaso: OnPaso = (paso, valor, redondeo) => {
    const stated = statedIn(section, paso.importe)
    seen.push({
      importe: paso.importe,
      valor: toText(valor),
      enDocumento: stated === null ? null : toText(stated),
      formula: paso.formula,
      entradas: recorder.take().map((lectura) => ({ ...lectura, valor: toText(lectura.valor) })),
      redondeo: redondeo && {
        decimales: redondeo.decimales,
        exacto: exactoToText(redondeo.exacto),
      },
      fuente: paso.source ?? tipo.source,
    })
  }
  return [seen, onPaso] as const
}
