/** Parts of requests for all types. Totals stay below 50,000. */
import fc from 'fast-check'
import {
  ACTIVIDADES,
  DISTRITOS,
  type DteRequest,
  duiCheckDigit,
  type Member,
  TIPOS,
} from '../src/index.ts'
import { findFault, normaliseText } from '../src/texts.ts'
import { expectedOf, lineAmount } from './independent.ts'

const NET_MINIMUM = 100

/** A number with exactly these digits. */
function decimal(max: number, decimals: number): fc.Arbitrary<number> {
  return fc
    .tuple(fc.nat({ max }), fc.nat({ max: 10 ** decimals - 1 }))
    .map(([whole, fraction]) => Number(`${whole}.${String(fraction).padStart(decimals, '0')}`))
}

export const amount = (max: number) =>
  fc.oneof(decimal(max, 2), decimal(max, 8), fc.nat({ max }).map(Number), decimal(max, 5))

export const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 40) - 1 })
    // Normalised like a request: composed, trimmed, and not empty.
    .map((s) => normaliseText(`${s}x`, true))
    .filter((s) => s.length <= maxLength && findFault(s) === null)

/** ASCII text, normalised like a request. */
export const word = (minLength: number, maxLength: number) =>
  fc
    .string({ minLength, maxLength })
    .map((s) => normaliseText(s, false))
    .filter((s) => s.length >= minLength)

const venta = fc
  .record(
    {
      descripcion: text(1500),
      cantidad: amount(60).filter((n) => n > 0),
      precioUni: amount(40),
      codigo: fc.option(word(1, 25)),
      tipoItem: fc.constantFrom(1, 2, 3),
      uniMedida: fc.constantFrom(59, 23, 34, 99),
      tipoVenta: fc.constantFrom('gravada', 'gravada', 'exenta', 'no_sujeta'),
    },
    { requiredKeys: ['descripcion', 'cantidad', 'precioUni'] },
  )
  .chain((item) =>
    fc
      .record({ percent: fc.nat({ max: 100 }), decimals: fc.constantFrom(0, 2, 8) })
      .map(({ percent, decimals }) => ({
        ...item,
        montoDescu: lineDiscount(item, percent, decimals),
      })),
  )

const ventaSinDescuento = venta.map(({ montoDescu: _, ...item }) => item)

const cargo = fc
  .record({
    descripcion: text(1500),
    noGravado: fc.oneof(
      amount(50),
      amount(50).map((n) => -n),
    ),
  })
  .filter(({ noGravado }) => noGravado !== 0)
  .map((item) => ({ ...item, cantidad: 1 }))

/** Items for sale: at least one line is always worth something. */
export const items = fc
  .tuple(
    ventaSinDescuento.map((item) => ({ ...item, cantidad: item.cantidad + 1, precioUni: 5.35 })),
    fc.array(fc.oneof(ventaSinDescuento, venta, cargo), { maxLength: 8 }),
  )
  .map(([first, rest]) => [...rest, { ...first, cantidad: Math.ceil(first.cantidad) }])

/** Valid numbers are not one repeated digit. */
export const digits = (length: number) =>
  fc
    .stringMatching(new RegExp(`^[0-9]{${length}}$`))
    .filter((s) => s.length === length && new Set(s).size > 1)

export const dui = digits(8).map((eight) => `${eight}-${duiCheckDigit(eight)}`)
const homologado = dui.map((number) => number.replace('-', ''))
const nit = fc.oneof(digits(14), homologado, digits(14).map(withHyphens))
const nrc = fc.oneof(
  digits(7),
  digits(5).map((d) => `${d}-1`),
)
export const correo = fc.constantFrom(
  'ana@example.com',
  'a.b+c@correo.example.sv',
  'ventas@ejemplo.com.sv',
)
export const telefono = digits(8)
export const codActividad = fc.constantFrom(...Object.keys(ACTIVIDADES))

export const direccion = fc
  .constantFrom(
    ...Object.entries(DISTRITOS)
      .filter(([departamento]) => departamento !== '00') // of foreigners
      .flatMap(([departamento, rows]) =>
        Object.entries(rows as Record<string, { municipio: string }>).map(
          ([distrito, { municipio }]) => ({ departamento, municipio, distrito }),
        ),
      ),
  )
  .chain((place) => text(200).map((complemento) => ({ ...place, complemento })))

const documento = fc.oneof(
  dui.map((numDocumento) => ({ tipoDocumento: '13', numDocumento })),
  dui.map((numDocumento) => ({ numDocumento })),
  nit.map((numDocumento) => ({ tipoDocumento: '36', numDocumento })),
  fc.constantFrom('03', '37', '02').map((tipoDocumento) => ({
    tipoDocumento,
    numDocumento: 'AB123456',
  })),
)

export const identificado = fc
  .tuple(
    fc.record({ nombre: text(250) }),
    documento,
    fc.record({ direccion, telefono, correo, codActividad, nrc }, { requiredKeys: [] }),
  )
  .map((parts) => Object.assign({}, ...parts) as NonNullable<DteRequest['receptor']>)

export const contribuyente = fc
  .record(
    {
      numDocumento: nit,
      nrc,
      nombre: text(250),
      codActividad,
      direccion,
      correo,
      descActividad: fc.constant('Comercio al por menor'),
      nombreComercial: text(150),
      telefono,
    },
    { requiredKeys: ['numDocumento', 'nrc', 'nombre', 'codActividad', 'direccion', 'correo'] },
  )
  .map((receptor) => receptor as NonNullable<DteRequest['receptor']>)

/** Choices that are adapted to the sale's amounts. */
export const choices = fc.record({
  discounts: fc.option(
    fc.record({ noSujetas: fc.nat(100), exentas: fc.nat(100), gravadas: fc.nat(100) }),
  ),
  retencion: fc.boolean(),
  percepcion: fc.boolean(),
  forma: fc.constantFrom('única', 'crédito', 'varias', 'mixta'),
  share: fc.nat(100),
  plazo: fc.constantFrom('01', '02', '03'),
  periodo: fc.integer({ min: 1, max: 365 }),
  formaPago: fc.constantFrom('01', '02', '03', '04', '05', '08', '13', '14'),
})
export type Choices = typeof choices extends fc.Arbitrary<infer C> ? C : never

export const extras = fc.record(
  {
    observaciones: text(3000),
    apendice: fc.array(
      fc.record({
        campo: word(1, 25),
        etiqueta: word(1, 50),
        valor: word(1, 150),
      }),
      { minLength: 1, maxLength: 10 },
    ),
    ventaTercero: fc.record({
      nit: digits(14),
      nombre: text(250),
      codDomiciliado: fc.constantFrom(1, 2),
    }),
  },
  { requiredKeys: [] },
)

export function chosenOf(sale: DteRequest, chosen: Choices): DteRequest {
  return withPagos(withOnePerCent(withDescuentos(sale, chosen), chosen), chosen)
}

/** A part of each kind of sale. */
export function withDescuentos(request: DteRequest, { discounts }: Choices): DteRequest {
  if (!discounts) return request
  const { resumen } = expectedOf(request)
  const share = (total: string | undefined, percent: number) =>
    Math.floor((Number(total) * 100 * percent) / 100) / 100
  return {
    ...request,
    descuentos: {
      noSujetas: share(resumen.totalNoSuj, discounts.noSujetas),
      exentas: share(resumen.totalExenta, discounts.exentas),
      gravadas: share(resumen.totalGravada, discounts.gravadas),
    },
  }
}

function withOnePerCent(request: DteRequest, chosen: Choices): DteRequest {
  if (Number(expectedOf(request).resumen.neto) < NET_MINIMUM) return request
  // An anonymous buyer retains nothing.
  const takes = (member: Member) => TIPOS[request.tipoDte].members[member] !== 'forbidden'
  const isNamed = (request.receptor?.numDocumento ?? null) !== null
  const retencion = chosen.retencion && takes('aplicarRetencionIva') && isNamed
  return {
    ...request,
    ...(retencion ? { aplicarRetencionIva: true } : {}),
    ...(chosen.percepcion && !retencion && takes('aplicarPercepcionIva')
      ? { aplicarPercepcionIva: true }
      : {}),
  }
}

export function withPagos(request: DteRequest, chosen: Choices): DteRequest {
  const { plazo, periodo, formaPago } = chosen
  const cents = Math.round(Number(expectedOf(request).resumen.totalPagar) * 100)
  if (chosen.forma === 'crédito') {
    return { ...request, condicionOperacion: 2, plazo, periodo, formaPago }
  }
  const part = Math.floor((cents * chosen.share) / 100)
  if (chosen.forma === 'única' || part === 0 || part === cents) return { ...request, formaPago }
  const rest = { codigo: '13', montoPago: (cents - part) / 100 }
  const paid = { codigo: '02', montoPago: part / 100, referencia: 'R-1' }
  return chosen.forma === 'varias'
    ? { ...request, pagos: [paid, rest] }
    : { ...request, condicionOperacion: 3, pagos: [paid, { ...rest, plazo, periodo }] }
}

/** A per cent of a line's amount, which it never exceeds. */
export function lineDiscount(
  item: { readonly cantidad: number; readonly precioUni: number },
  percent: number,
  decimals = 8,
): number {
  return fractionOf(lineAmount(item.cantidad, item.precioUni), percent, decimals)
}

/** A part of an amount that never exceeds it. */
function fractionOf(
  whole: ReturnType<typeof lineAmount>,
  percent: number,
  decimals: number,
): number {
  return Number(whole.mul(percent).div(100).toDecimalPlaces(decimals, 1).toFixed())
}

function withHyphens(fourteen: string): string {
  return fourteen.replace(/^(\d{4})(\d{6})(\d{3})(\d)$/, '$1-$2-$3-$4')
}
