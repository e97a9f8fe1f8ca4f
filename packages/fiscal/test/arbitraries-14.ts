/** Requests of 14 that must be accepted: goods and services, with and without the retention. */
import fc from 'fast-check'
import type { DteRequest, TipoDte } from '../src/index.ts'
import { expectedOf } from './independent.ts'
import {
  choices,
  codActividad,
  correo,
  direccion,
  dui,
  extras,
  items,
  telefono,
  text,
  withPagos,
} from './pieces.ts'

const vendedor = fc
  .tuple(
    fc.record(
      { nombre: text(250), direccion, codActividad, telefono, correo },
      { requiredKeys: ['nombre', 'direccion'] },
    ),
    fc.oneof(
      dui.map((numDocumento) => ({ numDocumento })),
      fc.constant({ tipoDocumento: '02', numDocumento: 'CR-123456' }),
    ),
  )
  .map(([who, document]): NonNullable<DteRequest['receptor']> => ({ ...who, ...document }))

/** The lines of every sale, without kinds and charges, which purchases lack. */
const lineas = items.map((lines: DteRequest['items']) =>
  lines.flatMap((item) => {
    const { tipoVenta: _, ...rest } = item
    return item.noGravado ? [] : [rest]
  }),
)

export function compra(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(lineas, choices, extras, vendedor, fc.option(fc.nat(100)), fc.boolean())
    .map(([lines, chosen, { ventaTercero: _, ...more }, receptor, percent, renta]) => {
      const purchase = { tipoDte, receptor, items: lines, ...more } as DteRequest
      return withPagos(withRenta(withDescuento(purchase, percent), renta), chosen)
    })
}

function withDescuento(request: DteRequest, percent: number | null): DteRequest {
  if (percent === null) return request
  const cents = Math.round(Number(expectedOf(request).resumen.totalCompra) * 100)
  return { ...request, descuento: Math.floor((cents * percent) / 100) / 100 }
}

/** Only where there are services, and none of them mixed with goods. */
function withRenta(request: DteRequest, renta: boolean): DteRequest {
  if (!renta) return request
  const items = request.items.map((item) => (item.tipoItem === 3 ? { ...item, tipoItem: 2 } : item))
  const asked = { ...request, items, aplicarReteRenta: true }
  return Number(expectedOf(asked).resumen.servicios) > 0 ? asked : request
}
