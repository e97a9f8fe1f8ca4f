/** Requests of 15 that must be accepted: money, goods and services, from donors of the country and abroad. */
import fc from 'fast-check'
import type { DteRequest, TipoDte } from '../src/index.ts'
import {
  amount,
  codActividad,
  correo,
  digits,
  direccion,
  dui,
  extras,
  lineDiscount,
  telefono,
  text,
  word,
} from './pieces.ts'

const cents = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100)

const some = { telefono, correo, codActividad, nrc: digits(7) }
const delPais = fc
  .record(
    { nombre: text(250), numDocumento: fc.oneof(dui, digits(14)), direccion, ...some },
    { requiredKeys: ['nombre', 'numDocumento', 'direccion'] },
  )
  .map((who): NonNullable<DteRequest['receptor']> => who)
const deFuera = fc
  .record(
    {
      nombre: text(250),
      numDocumento: digits(9).map((n) => `P-${n}`),
      codPais: fc.constantFrom('US', 'GT', 'ES'),
      tipoDocumento: fc.constantFrom('03', '37', '02'),
      codDomiciliado: fc.constant(2),
      telefono,
      correo,
    },
    { requiredKeys: ['nombre', 'numDocumento', 'codPais'] },
  )
  .map((who): NonNullable<DteRequest['receptor']> => who)

const dinero = fc.record({
  tipoDonacion: fc.constant(1),
  descripcion: text(1500),
  cantidad: fc.constant(1),
  precioUni: fc.oneof(
    cents(1, 500_000),
    amount(200).filter((n) => n >= 0.01),
  ),
})
const servicio = fc.record(
  {
    tipoDonacion: fc.constant(3),
    descripcion: text(1500),
    cantidad: amount(20).filter((n) => n > 0),
    precioUni: amount(100),
    codigo: word(1, 25),
  },
  { requiredKeys: ['tipoDonacion', 'descripcion', 'cantidad', 'precioUni'] },
)
const bien = fc
  .tuple(
    fc.record(
      {
        tipoDonacion: fc.constant(2),
        descripcion: text(1500),
        cantidad: amount(60).filter((n) => n > 0),
        precioUni: amount(80),
        uniMedida: fc.constantFrom(59, 23, 34, 99),
        codigo: word(1, 25),
      },
      { requiredKeys: ['tipoDonacion', 'descripcion', 'cantidad', 'precioUni'] },
    ),
    fc.nat(100),
    fc.boolean(),
  )
  .map(([item, percent, isUsed]) =>
    isUsed ? { ...item, depreciacion: lineDiscount(item, percent) } : item,
  )
/** At least one line is worth something. */
const seguro = fc.constantFrom(1, 3).map((tipoDonacion) => ({
  tipoDonacion,
  descripcion: 'Aporte',
  cantidad: 1,
  precioUni: 5.35,
}))

const papeles = fc.array(
  fc.record({
    codDocAsociado: fc.constantFrom(1, 2),
    descDocumento: text(90).map((rest) => `Acta ${rest}`),
    detalleDocumento: text(290).map((rest) => `Entrega ${rest}`),
  }),
  { minLength: 1, maxLength: 9 },
)

const lines = fc
  .tuple(fc.array(fc.oneof(dinero, servicio, bien), { maxLength: 8 }), seguro)
  .map(([all, last]) => [...all, last])

export function donacion(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(
      fc.oneof(delPais, deFuera),
      lines,
      extras,
      fc.option(papeles),
      fc.constantFrom('nada', 'forma', 'pagos'),
      fc.nat(100),
    )
    .map(([receptor, items, { apendice }, otrosDocumentos, how, share]) => {
      const request = {
        tipoDte,
        receptor,
        items,
        ...(apendice ? { apendice } : {}),
        ...(otrosDocumentos ? { otrosDocumentos } : {}),
      } as DteRequest
      return { ...request, ...pagosOf(request, how, share) }
    })
}

/** Ways to say how the money came. */
function pagosOf({ items }: DteRequest, how: string, share: number): Partial<DteRequest> {
  const money = items.filter(({ tipoDonacion }) => tipoDonacion === 1)
  if (money.length === 0 || how === 'nada') return {}
  if (how === 'forma') return { formaPago: '05' }
  // To the cent, half up, of eight-decimal amounts.
  const exact = money.reduce(
    (sum, { precioUni }) => sum + BigInt(Math.round((precioUni ?? 0) * 1e8)),
    0n,
  )
  const cents = Number((exact + 500_000n) / 1_000_000n)
  const part = Math.floor((cents * share) / 100)
  const transferred = { codigo: '05', montoPago: (cents - part) / 100, referencia: 'TRF-1' }
  if (part === 0 || part === cents) {
    return { pagos: [{ ...transferred, montoPago: cents / 100 }] }
  }
  return { pagos: [{ codigo: '01', montoPago: part / 100 }, transferred] }
}
