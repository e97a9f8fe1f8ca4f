/** Requests of 04 that must be accepted: goods to somebody or to a place of one's own, and of sales already documented. */
import fc from 'fast-check'
import type { DteRequest, TipoDte } from '../src/index.ts'
import { origenesDe } from './arbitraries-asociados.ts'
import { conTributos } from './arbitraries-tributos.ts'
import {
  choices,
  codActividad,
  contribuyente,
  correo,
  direccion,
  extras,
  identificado,
  items,
  telefono,
  text,
  withDescuentos,
} from './pieces.ts'

type Item = DteRequest['items'][number]

const ANY_TITULO = ['01', '02', '03', '04', '05']

const ajeno = fc
  .tuple(fc.oneof(contribuyente, identificado), codActividad, fc.constantFrom(...ANY_TITULO))
  .map(([who, codActividad, bienTitulo]) => ({ receptor: { codActividad, ...who }, bienTitulo }))

const propio = fc
  .record(
    {
      propio: fc.constant(true),
      direccion,
      telefono,
      correo,
      nombreComercial: text(150),
    },
    { requiredKeys: ['propio'] },
  )
  .chain((receptor) => fc.constantFrom('04', '05').map((bienTitulo) => ({ receptor, bienTitulo })))

/** No charges: nothing is paid. */
const remitidos = items.map((all: Item[]) => all.filter(({ noGravado = 0 }) => noGravado === 0))

/** An export sells taxed goods or services, with no tribute of its own but informative ones. */
const exportados = remitidos.map((all) =>
  all.map(
    ({ tipoVenta: _, tipoItem, ...item }): Item => ({
      ...item,
      tipoItem: tipoItem === 2 ? 2 : 1,
      tributos: tipoItem === 2 ? ['C6'] : null,
    }),
  ),
)

const domestic = fc
  .tuple(conTributos(remitidos), fc.option(origenesDe(['01', '03'])))
  .map(([lines, origenes]) => ({ items: lines, ...(origenes ? { origenes } : {}) }))
const abroad = fc
  .tuple(exportados, origenesDe(['11']))
  .map(([lines, origenes]) => ({ items: lines, origenes }))

export function remision(tipoDte: TipoDte): fc.Arbitrary<DteRequest> {
  return fc
    .tuple(fc.oneof(ajeno, propio), fc.oneof(domestic, domestic, abroad), choices, extras)
    .map(([who, what, chosen, more]) =>
      withDescuentos({ tipoDte, ...who, ...what, ...more } as DteRequest, chosen),
    )
}
