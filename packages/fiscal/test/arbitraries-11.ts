/** Requests of 11 that must be accepted: goods by every office and regime, and services. */
import fc from 'fast-check'
import {
  type DteRequest,
  INCOTERMS,
  PAISES,
  RECINTOS_FISCALES,
  REGIMENES,
  type TipoDte,
} from '../src/index.ts'
import { conTributosDeExportacion } from './arbitraries-tributos.ts'
import { amount, choices, chosenOf, correo, dui, extras, items, telefono, text } from './pieces.ts'

type Exportacion = NonNullable<DteRequest['exportacion']>

const codeOf = (catalogo: object) => fc.constantFrom(...Object.keys(catalogo))
const cents = amount(2_000).map((n) => Math.floor(n * 100) / 100)

const gastos = fc.record({ flete: cents, seguro: cents }, { requiredKeys: [] })

const bienes = fc
  .record({
    tipoItemExpor: fc.constant(1),
    recintoFiscal: codeOf(RECINTOS_FISCALES),
    regimen: codeOf(REGIMENES),
    incoterms: codeOf(INCOTERMS),
  })
  .map((how) => ({ ...how, tipoRegimen: TIPO_BY_REGIMEN[how.regimen.charAt(0)] ?? '' }))

const TIPO_BY_REGIMEN: Readonly<Record<string, string>> = {
  '0': 'TA-1',
  '1': 'EX-1',
  '2': 'EX-2',
  '3': 'EX-3',
}
const servicios = fc.constant({ tipoItemExpor: 2 })

const salida = fc
  .tuple(fc.oneof(bienes, servicios), gastos)
  .map(([how, costs]): Exportacion => ({ ...how, ...costs }))

const identidad = fc.oneof(
  fc.stringMatching(/^[0-9A-Z][0-9A-Z-]{0,19}$/).map((numDocumento) => ({ numDocumento })),
  fc.constant({ tipoDocumento: '03', numDocumento: '00-A1234567' }),
  dui.map((numDocumento) => ({ tipoDocumento: '13', numDocumento })),
)

const comprador = fc
  .tuple(
    fc.record(
      {
        nombre: text(250),
        codPais: codeOf(PAISES).filter((codPais) => codPais !== 'SV'),
        complemento: text(200),
        tipoPersona: fc.constantFrom(1, 2),
        descActividad: fc.constantFrom('Importación de café', 'Desarrollo de programas'),
        correo,
        telefono,
        nombreComercial: text(150),
      },
      {
        requiredKeys: [
          'nombre',
          'codPais',
          'complemento',
          'tipoPersona',
          'descActividad',
          'correo',
        ],
      },
    ),
    identidad,
  )
  .map(([who, document]): NonNullable<DteRequest['receptor']> => ({ ...who, ...document }))

/** Of the lines of every sale: without a kind, and of goods or services. */
const lineas = conTributosDeExportacion(
  items.map((lines: DteRequest['items']) =>
    lines.map(({ tipoVenta: _, ...item }) =>
      item.tipoItem === 3 ? { ...item, tipoItem: 1 } : item,
    ),
  ),
)

export function exportacion(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(lineas, choices, extras, comprador, salida)
    .map(([lines, chosen, more, receptor, how]) => {
      const alike = lines.map((item) =>
        item.tipoItem === 1 || item.tipoItem === 2
          ? { ...item, tipoItem: how.tipoItemExpor }
          : item,
      )
      const sale = { tipoDte, receptor, items: alike, exportacion: how, ...more } as DteRequest
      const { descuentos, ...request } = chosenOf(sale, {
        ...chosen,
        retencion: false,
        percepcion: false,
      })
      const gravadas = descuentos?.gravadas
      return gravadas ? { ...request, descuentos: { gravadas } } : request
    })
}
