/** Conditions and means of payment. Source: docs/sources.md#pagos. */
import { CONDICIONES_OPERACION } from '../catalogos/cat-016-condicion-operacion.ts'
import { FORMAS_PAGO } from '../catalogos/cat-017-forma-pago.ts'
import { PLAZOS } from '../catalogos/cat-018-plazo.ts'
import { findRow, isCode, type Presence } from '../catalogos/catalogo.ts'
import type { DocumentoDeVenta } from '../documento.ts'
import { CERO, type Monto, sum, toText } from '../monto.ts'
import { about, aboutEach, type Grupo, type Rule } from './rule.ts'

type Pago = NonNullable<DocumentoDeVenta['resumen']['pagos']>[number]

interface Resumen {
  readonly condicionOperacion: number
  readonly totalPagar: Monto
  readonly pagos: readonly Pago[] | null
}
interface Pagado {
  readonly resumen: Resumen
}
interface ConSaldo {
  readonly resumen: Resumen & { readonly saldoFavor: Monto }
}

const CONTADO = 1
const MIXTO = 3
const OTROS = '99'

/** A means of payment, with a term or without. */
type MedioDePago = Pick<Pago, 'codigo' | 'referencia'>

const FORMA_DEL_CATALOGO: Rule<MedioDePago> = {
  name: 'forma de pago del catálogo',
  rule: 'CAT-017',
  field: 'codigo',
  holds: ({ codigo }) => isCode(FORMAS_PAGO, codigo),
  message: ({ codigo }) =>
    `La forma de pago "${codigo}" no existe; use un código de CAT-017, por ejemplo 01 (efectivo).`,
}

const EFECTIVO_SIN_REFERENCIA: Rule<MedioDePago> = {
  name: 'efectivo sin referencia',
  rule: 'MF-48',
  field: 'referencia',
  holds: ({ codigo, referencia }) =>
    referencia === null ||
    codigo === null ||
    findRow(FORMAS_PAGO, codigo)?.referencia !== 'forbidden',
  message: 'El pago en efectivo (01) no lleva referencia; quítela.',
}

/** For payments without a term. */
export const MEDIO_DE_PAGO: readonly Rule<MedioDePago>[] = [
  FORMA_DEL_CATALOGO,
  EFECTIVO_SIN_REFERENCIA,
]

const PAGO: readonly Rule<Pago, Pagado>[] = [
  FORMA_DEL_CATALOGO,
  {
    name: 'plazo del catálogo',
    rule: 'CAT-018',
    field: 'plazo',
    holds: ({ plazo }) => plazo === null || isCode(PLAZOS, plazo),
    message: ({ plazo }) => `El plazo "${plazo}" no existe; use 01 (días), 02 (meses) o 03 (años).`,
  },
  {
    name: 'periodo entero',
    rule: 'MF-48',
    field: 'periodo',
    holds: ({ periodo }) => periodo === null || (Number.isInteger(periodo) && periodo > 0),
    message: ({ periodo }) => `El periodo ${periodo} debe ser un número entero de plazos, 1 o más.`,
  },
  {
    name: 'plazo según la condición',
    rule: 'MF-48',
    field: 'plazo',
    holds: ({ plazo }, { resumen }) => agrees(plazoOf(resumen), plazo),
    message: (_, { resumen }) => TERM_MESSAGES[plazoOf(resumen)],
  },
  {
    name: 'periodo según la condición',
    rule: 'MF-48',
    field: 'periodo',
    holds: ({ periodo }, { resumen }) => agrees(plazoOf(resumen), periodo),
    message: (_, { resumen }) => TERM_MESSAGES[plazoOf(resumen)],
  },
  {
    name: 'plazo y periodo juntos',
    rule: 'MF-48',
    field: 'periodo',
    holds: ({ plazo, periodo }, { resumen }) =>
      plazoOf(resumen) !== 'optional' || (plazo === null) === (periodo === null),
    message: 'Un pago a crédito lleva plazo y periodo, los dos; complete el que falta.',
  },
  EFECTIVO_SIN_REFERENCIA,
]

/** For every type, with payments or without. */
export const CONDICION: readonly Rule<Omit<Resumen, 'pagos'>>[] = [
  {
    name: 'condición del catálogo',
    rule: 'CAT-016',
    field: 'condicionOperacion',
    holds: (r) => isCode(CONDICIONES_OPERACION, r.condicionOperacion),
    message: (r) =>
      `La condición ${r.condicionOperacion} no existe; use 1 (contado), 2 (crédito) o 3 (mixto).`,
  },
  {
    name: 'contado cuando no hay nada que pagar',
    rule: 'MF-48',
    field: 'condicionOperacion',
    holds: (r) => r.totalPagar > CERO || r.condicionOperacion === CONTADO,
    message: 'Un documento con total a pagar 0 es de contado (1).',
  },
]

const RESUMEN: readonly Rule<Resumen>[] = [
  ...CONDICION,
  {
    name: 'los pagos suman el total',
    rule: 'MF-48',
    field: 'pagos',
    holds: (r) => r.pagos === null || suma(r) === r.totalPagar,
    message: (r) =>
      `Los pagos suman ${toText(suma(r))} y el total a pagar es ${toText(r.totalPagar)}; ajuste los montos.`,
  },
  {
    name: 'pago mixto con parte al contado y parte a crédito',
    rule: 'MF-48',
    field: 'pagos',
    holds: (r) =>
      r.condicionOperacion !== MIXTO ||
      ((r.pagos ?? []).some(isCredit) && !(r.pagos ?? []).every(isCredit)),
    message:
      'La condición 3 (mixto) pide en pagos al menos uno sin plazo y uno con plazo y periodo.',
  },
]

const SALDO_A_FAVOR: Rule<ConSaldo['resumen']> = {
  name: 'saldo a favor con forma de pago 99',
  rule: 'IV-saldoFavor',
  field: 'pagos',
  holds: (r) => r.saldoFavor >= CERO || (r.pagos ?? []).every(({ codigo }) => codigo === OTROS),
  message: 'Con saldo a favor la forma de pago es 99; omita pagos y se escribirá así.',
}

/** For a type without a balance in the buyer's favour. */
export const PAGOS_SIN_SALDO_GROUPS: readonly Grupo<Pagado>[] = [
  aboutEach('resumen.pagos', (d: Pagado) => d.resumen.pagos, PAGO),
  about('resumen', (d: Pagado) => d.resumen, RESUMEN),
]

export const PAGOS_GROUPS: readonly Grupo<ConSaldo>[] = [
  ...PAGOS_SIN_SALDO_GROUPS,
  about('resumen', (d: ConSaldo) => d.resumen, [SALDO_A_FAVOR]),
]

const TERM_MESSAGES: Readonly<Record<Presence, string>> = {
  forbidden: 'Una operación de contado no lleva plazo ni periodo; quítelos o use condición 2.',
  required: 'Una operación a crédito lleva plazo y periodo; escriba los dos.',
  optional: 'Revise el plazo y el periodo.',
}

/** Whether the payments of this condition have a term. Another rule checks unknown conditions. */
function plazoOf(resumen: Resumen): Presence {
  return (
    findRow<{ plazo: Presence }>(CONDICIONES_OPERACION, resumen.condicionOperacion)?.plazo ??
    'optional'
  )
}

function agrees(presence: Presence, value: unknown): boolean {
  return presence === 'optional' || (presence === 'required') === (value !== null)
}

function isCredit(pago: Pago): boolean {
  return pago.plazo !== null || pago.periodo !== null
}

function suma(resumen: Resumen) {
  return sum((resumen.pagos ?? []).map(({ montoPago }) => montoPago))
}
