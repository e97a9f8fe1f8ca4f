/**
 * Checks that need the request: members of other types, missing prices, requested amounts that do not apply. Fields
 * are still the document's.
 */
import { FORMAS_PAGO } from '../catalogos/cat-017-forma-pago.ts'
import { PAISES } from '../catalogos/cat-020-pais.ts'
import { findRow } from '../catalogos/catalogo.ts'
import { NETO_MINIMO } from '../criterios.ts'
import { CERO } from '../monto.ts'
import { joinField, type Problem } from '../problem.ts'
import type { ItemRequest, RequestOf } from '../request.ts'
import type { Cuenta } from '../tipos/cuenta.ts'
import { hasInReceptor } from '../tipos/receptor.ts'
import type { ItemMember, Member, TipoDef } from '../tipos/tipo.ts'
import { isIva } from '../tipos/tributos.ts'
import { isDui } from './identidad.ts'
import { checkLiquidacion } from './liquidacion.ts'
import { checkLiquidacionContable } from './liquidacion-contable.ts'
import { checkOtrosDocumentos } from './otros-documentos.ts'
import { checkRetencion } from './retencion.ts'
import { NUESTRA, type Rule } from './rule.ts'

export interface Peticion {
  readonly request: RequestOf
  readonly cuenta: Cuenta
}

const CONTADO = 1
const AMBOS = 3
const MIXTO = 3
const OTROS = '99'
const NIT = '36'
const DUI = '13'

/** What identifies somebody else than the issuer. */
const DE_OTRO = [
  'tipoDocumento',
  'numDocumento',
  'nrc',
  'nombre',
  'codActividad',
  'descActividad',
] as const

export const PETICION: readonly Rule<Peticion, TipoDef>[] = [
  {
    name: 'retención desde 100.00',
    rule: 'CT-162',
    field: 'resumen.ivaRete',
    holds: ({ request, cuenta }, { members }) =>
      members.aplicarRetencionIva === 'forbidden' ||
      adjusts(members) ||
      !request.aplicarRetencionIva ||
      cuenta.netoGravado >= NETO_MINIMO,
    message:
      'La retención del 1 % de IVA aplica desde 100.00 gravados sin IVA; quite aplicarRetencionIva.',
  },
  {
    name: 'percepción desde 100.00',
    rule: 'CT-163',
    field: 'resumen.ivaPerci',
    holds: ({ request, cuenta }, { members }) =>
      members.aplicarPercepcionIva === 'forbidden' ||
      adjusts(members) ||
      !request.aplicarPercepcionIva ||
      cuenta.netoGravado >= NETO_MINIMO,
    message:
      'La percepción del 1 % de IVA aplica desde 100.00 gravados sin IVA; quite aplicarPercepcionIva.',
  },
  {
    name: 'retención de una nota sobre ventas gravadas',
    rule: 'CT-162',
    field: 'resumen.ivaRete',
    holds: ({ request }, { members }) =>
      !adjusts(members) || !request.aplicarRetencionIva || request.items.some(isTaxed),
    message: 'La nota no tiene ventas gravadas a las que retener; quite aplicarRetencionIva.',
  },
  {
    name: 'percepción de una nota sobre ventas gravadas',
    rule: 'CT-163',
    field: 'resumen.ivaPerci',
    holds: ({ request }, { members }) =>
      !adjusts(members) || !request.aplicarPercepcionIva || request.items.some(isTaxed),
    message: 'La nota no tiene ventas gravadas a las que percibir; quite aplicarPercepcionIva.',
  },
  {
    name: 'retención o percepción, no las dos',
    rule: 'CT-162',
    field: 'resumen.ivaPerci',
    holds: ({ request }, { members }) =>
      members.aplicarPercepcionIva === 'forbidden' ||
      !request.aplicarRetencionIva ||
      !request.aplicarPercepcionIva,
    message:
      'Un documento retiene o percibe el 1 % de IVA, no las dos cosas: retiene el comprador gran contribuyente y percibe el vendedor que lo es; quite una.',
  },
  {
    name: 'pagos de una donación sin plazo',
    rule: 'IV-donacion',
    field: 'pagos',
    holds: ({ request: { pagos } }, { itemMembers }) =>
      itemMembers.tipoDonacion === 'forbidden' ||
      !pagos?.some(({ plazo, periodo }) => (plazo ?? null) !== null || (periodo ?? null) !== null),
    message: 'Lo que se dona en efectivo no tiene plazo; quite plazo y periodo de los pagos.',
  },
  {
    name: 'forma de pago de lo que se da en efectivo',
    rule: 'IV-donacion',
    field: 'formaPago',
    holds: ({ request: { formaPago }, cuenta }, { itemMembers }) =>
      itemMembers.tipoDonacion === 'forbidden' ||
      (formaPago ?? null) === null ||
      cuenta.efectivo > CERO,
    message: 'Solo lo que se da en efectivo se paga, y ninguna línea lo es; quite formaPago.',
  },
  {
    name: 'una sola manera de decir cómo se paga',
    rule: 'SELLO-pagos',
    field: 'formaPago',
    holds: ({ request }) => !request.pagos || (request.formaPago ?? null) === null,
    message: `Los medios de pago van en pagos; quite formaPago. ${NUESTRA}`,
  },
  {
    name: 'forma de pago de un saldo a favor',
    rule: 'CAT-017',
    field: 'formaPago',
    // The document writes 99 there, so no other rule sees the code.
    holds: ({ request: { formaPago }, cuenta }) =>
      cuenta.saldoFavor >= CERO ||
      (formaPago ?? null) === null ||
      findRow(FORMAS_PAGO, formaPago ?? '') !== null,
    message: 'La forma de pago no existe; use un código de CAT-017, por ejemplo 01 (efectivo).',
  },
  {
    name: 'plazo de los pagos mixtos',
    rule: 'MF-48',
    field: 'plazo',
    holds: ({ request }) =>
      request.condicionOperacion !== MIXTO || (request.plazo ?? null) === null,
    message: 'En una operación mixta el plazo va en cada pago a crédito de pagos; quítelo de aquí.',
  },
  {
    name: 'periodo de los pagos mixtos',
    rule: 'MF-48',
    field: 'periodo',
    holds: ({ request }) =>
      request.condicionOperacion !== MIXTO || (request.periodo ?? null) === null,
    message:
      'En una operación mixta el periodo va en cada pago a crédito de pagos; quítelo de aquí.',
  },
  {
    name: 'otro medio de pago con su explicación',
    rule: 'SELLO-otros',
    field: 'formaPago',
    holds: ({ request }) => request.formaPago !== OTROS,
    message: `El medio de pago 99 (otros) dice cuál es: escriba pagos con codigo 99 y su referencia. ${NUESTRA}`,
  },
  {
    name: 'otros medios de pago con su explicación',
    rule: 'SELLO-otros',
    field: 'pagos',
    holds: ({ request, cuenta }) =>
      cuenta.saldoFavor < CERO ||
      !request.pagos?.some(
        ({ codigo, referencia }) => codigo === OTROS && (referencia ?? null) === null,
      ),
    message: `El medio de pago 99 (otros) dice cuál es en su referencia; escríbala. ${NUESTRA}`,
  },
  {
    name: 'nombre comercial que la factura no lleva',
    rule: 'forbidden',
    field: 'receptor.nombreComercial',
    holds: ({ request: { receptor } }, tipo) =>
      hasInReceptor(tipo, 'nombreComercial') || (receptor?.nombreComercial ?? null) === null,
    message: 'La factura no tiene dónde decir el nombre comercial del receptor; quítelo.',
  },
  {
    name: 'documento del receptor de un crédito fiscal',
    rule: 'IV-receptor',
    field: 'receptor.tipoDocumento',
    holds: ({ request: { receptor } }, tipo) =>
      !hasInReceptor(tipo, 'nit') ||
      [null, NIT].includes(receptor?.tipoDocumento ?? null) ||
      (receptor?.tipoDocumento === DUI && isDui(receptor.numDocumento?.replaceAll('-', '') ?? '')),
    message:
      'El receptor de un crédito fiscal se identifica con NIT: escriba 36, o 13 con los 9 dígitos de su DUI homologado, o quite tipoDocumento.',
  },
  {
    name: 'receptor propio sin otros datos',
    rule: 'SELLO-traslado',
    field: 'receptor',
    holds: ({ request: { receptor } }) =>
      !receptor?.propio || DE_OTRO.every((member) => (receptor[member] ?? null) === null),
    message: `Con propio el receptor es la empresa misma: deje a lo sumo direccion, nombreComercial, telefono y correo del lugar, o quite propio. ${NUESTRA}`,
  },
  {
    name: 'nombre del país del catálogo',
    rule: 'CAT-020',
    field: 'receptor.nombrePais',
    holds: ({ request: { receptor } }, { receptor: kind }) =>
      kind !== 'ReceptorExportacion' ||
      (receptor?.nombrePais ?? null) === null ||
      isNombreDe(receptor?.codPais ?? '', receptor?.nombrePais ?? ''),
    message:
      'El nombre no es el que codPais tiene en CAT-020; quítelo y se escribe el del catálogo.',
  },
  {
    name: 'periodo solo a crédito',
    rule: 'MF-48',
    field: 'resumen.pagos[0].periodo',
    holds: ({ request }, { members }) =>
      members.periodo === 'forbidden' ||
      (request.periodo ?? null) === null ||
      (request.condicionOperacion ?? CONTADO) !== CONTADO,
    message: 'Una operación de contado no lleva periodo; quítelo o use condicionOperacion 2.',
  },
  {
    name: 'descuento global solo de la venta que el tipo conoce',
    rule: 'MF-44',
    field: 'descuentos',
    holds: ({ request: { descuentos } }, { members, itemMembers }) =>
      members.descuentos === 'forbidden' ||
      itemMembers.tipoVenta !== 'forbidden' ||
      ((descuentos?.noSujetas ?? 0) === 0 && (descuentos?.exentas ?? 0) === 0),
    message:
      'Este tipo de documento solo tiene ventas gravadas; escriba el descuento en descuentos.gravadas.',
  },
  {
    name: 'retención de renta sobre servicios',
    rule: 'CT-156',
    field: 'resumen.reteRenta',
    holds: ({ request, cuenta }, { members }) =>
      members.aplicarReteRenta === 'forbidden' ||
      !request.aplicarReteRenta ||
      cuenta.servicios > CERO,
    message:
      'La retención de renta es sobre servicios y ninguna línea los tiene (tipoItem 2); quite aplicarReteRenta.',
  },
  {
    name: 'servicios separados de los bienes en la retención de renta',
    rule: 'CT-156',
    field: 'resumen.reteRenta',
    holds: ({ request }, { members }) =>
      members.aplicarReteRenta === 'forbidden' ||
      !request.aplicarReteRenta ||
      !request.items.some(({ tipoItem }) => tipoItem === AMBOS),
    message:
      'De una línea de bienes y servicios (tipoItem 3) no se sabe cuánto se retiene; sepárela en dos.',
  },
]

function isTaxed({ tipoVenta, noGravado }: ItemRequest): boolean {
  return (tipoVenta ?? 'gravada') === 'gravada' && (noGravado ?? 0) === 0
}

/** Whether the type follows other documents: the adjusted sale already decided whether the 1 % applies. */
function adjusts(members: TipoDef['members']): boolean {
  return members.documentosRelacionados === 'required'
}

function isNombreDe(codPais: string, nombrePais: string): boolean {
  const { nombre = '' } = findRow<{ nombre: string }>(PAISES, codPais) ?? {}
  return nombre === '' || plain(nombre) === plain(nombrePais)
}

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The same for each item; the field is the line's. */
export const PETICION_DE_ITEM: readonly Rule<ItemRequest, TipoDef>[] = [
  {
    name: 'precio de lo que se vende',
    rule: 'required',
    field: 'precioUni',
    holds: (item) => (item.precioUni ?? null) !== null || (item.noGravado ?? 0) !== 0,
    message: 'Falta el precio; solo un cargo o abono (noGravado) va sin él.',
  },
  {
    name: 'clase de venta de lo que se vende',
    rule: 'MF-29',
    field: 'tipoVenta',
    holds: (item, { itemMembers }) =>
      itemMembers.tipoVenta === 'forbidden' ||
      (item.noGravado ?? 0) === 0 ||
      (item.tipoVenta ?? null) === null,
    message: 'Un cargo o abono (noGravado) no es una venta; quite tipoVenta.',
  },
  {
    name: 'IVA que no se pide',
    rule: 'MF-32',
    field: 'tributos',
    holds: (item, tipo) => tipo.tributos === null || !item.tributos?.some(isIva),
    message: 'El IVA no se pide en tributos: se agrega donde corresponde; quítelo.',
  },
]

export function checkPeticion(tipo: TipoDef, peticion: Peticion): Problem[] {
  return [
    ...checkMembers(tipo, peticion.request),
    ...checkItems(tipo, peticion.request),
    ...checkRetencion(peticion.request),
    ...checkLiquidacion(peticion.request),
    ...checkLiquidacionContable(peticion.request),
    ...(tipo.members.otrosDocumentos === 'forbidden'
      ? []
      : checkOtrosDocumentos(tipo, peticion.request)),
    ...PETICION.filter((row) => !row.holds(peticion, tipo)).map(({ field, rule, message }) => ({
      field,
      rule,
      message: message as string,
    })),
  ]
}

/** Members that the type forbids, present, or that it requires, absent. */
function checkMembers(tipo: TipoDef, request: RequestOf): Problem[] {
  const given = request as unknown as Readonly<Record<string, unknown>>
  return (Object.keys(tipo.members) as Member[]).flatMap((field) => {
    const isGiven = (given[field] ?? null) !== null
    if (tipo.members[field] === 'forbidden' && isGiven && !isEmpty(given[field])) {
      const message = `El tipo ${tipo.tipoDte} (${tipo.nombre}) no lleva ${field}; quítelo.`
      return [{ field, rule: 'forbidden', message }]
    }
    if (tipo.members[field] === 'required' && !isGiven) {
      const message = `El tipo ${tipo.tipoDte} (${tipo.nombre}) necesita ${field}; escríbalo.`
      return [{ field, rule: 'required', message }]
    }
    return []
  })
}

/** No lines, of a type without them. */
function isEmpty(member: unknown): boolean {
  return Array.isArray(member) && member.length === 0
}

function checkItems(tipo: TipoDef, { items }: RequestOf): Problem[] {
  return items.flatMap((item, i) => {
    const at = `cuerpoDocumento[${i}]`
    const broken = PETICION_DE_ITEM.filter((row) => !row.holds(item, tipo))
    return [
      ...checkItemMembers(tipo, item, at),
      ...broken.map(({ field, rule, message }) => ({
        field: joinField(at, field),
        rule,
        message: message as string,
      })),
    ]
  })
}

function checkItemMembers(tipo: TipoDef, item: ItemRequest, at: string): Problem[] {
  const fields = Object.keys(tipo.itemMembers) as ItemMember[]
  return fields
    .filter((field) => tipo.itemMembers[field] === 'forbidden' && (item[field] ?? null) !== null)
    .map((field) => ({
      field: joinField(at, field),
      rule: 'forbidden',
      message: `Las líneas del tipo ${tipo.tipoDte} (${tipo.nombre}) no llevan ${field}; quítelo.`,
    }))
}
