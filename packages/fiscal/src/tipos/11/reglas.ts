/** Rules that the structure of 11 does not express. Sources: docs/sources.md#11, #exportacion. */

import { CERO, type Monto, minus, plus, positivePart, sum, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { LINEA, type LineaDeVenta } from '../../rules/linea.ts'
import { origenesDe } from '../../rules/origenes.ts'
import { PAGOS_GROUPS } from '../../rules/pagos.ts'
import { CORREO, otroQueElEmisor, PAIS, TELEFONO, TIPO_PERSONA } from '../../rules/persona.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { lineaConTributos, resumenConTributos } from '../../rules/tributos.ts'
import { BEFORE_RECEPTOR, CUERPO } from '../../rules/venta.ts'
import { VENTA_TERCERO_GROUPS } from '../../rules/venta-tercero.ts'
import { sumOfTributos, TRIBUTOS_DE_EXPORTACION } from '../tributos.ts'
import type { FacturaExportacion } from './estructura.ts'
import { EXPORTACION_GROUPS } from './reglas-exportacion.ts'

type Receptor = FacturaExportacion['receptor']
type Linea = FacturaExportacion['cuerpoDocumento'][number]
type Resumen = FacturaExportacion['resumen']

const AMBOS = 3
const TRIBUTO_EXPORTACION = 'C3'

const RECEPTOR: readonly Rule<Receptor, FacturaExportacion>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['nombre',        'Falta el nombre del receptor; escríbalo.'],
    ['numDocumento',  'Falta el número del documento del receptor; escríbalo como es en su país.'],
    ['descActividad', 'Falta la actividad del receptor; escríbala con sus palabras en descActividad.'],
    ['codPais',       'Falta el país del receptor; escriba su código de CAT-020, por ejemplo US.'],
    ['complemento',   'Falta la dirección del receptor; escríbala en complemento.'],
    ['tipoPersona',   'Falta el tipo de persona del receptor; use 1 (natural) o 2 (jurídica).'],
    ['correo',        'Falta el correo del receptor; escríbalo.'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  otroQueElEmisor('numDocumento', 'el receptor'),
  PAIS,
  TIPO_PERSONA,
  CORREO,
  TELEFONO,
]

const TERCEROS: readonly Rule<FacturaExportacion>[] = [
  {
    name: 'por cuenta de un solo tercero',
    rule: 'MF-43',
    field: 'compraTercero',
    holds: (d) => d.ventaTercero === null || d.compraTercero === null,
    message: 'El documento vende o compra por cuenta de un tercero, y no las dos cosas.',
  },
]

const LINEA_EXPORTADA: readonly Rule<Linea, FacturaExportacion>[] = [
  {
    name: 'bienes o servicios como la exportación',
    rule: 'IV-exportacion',
    field: 'tipoItem',
    // Charges are neither, and another row checks mixed lines and unknown kinds of export.
    holds: (l, { emisor }) =>
      !bearsC3(l) ||
      ![1, 2].includes(l.tipoItem) ||
      l.tipoItem === emisor.tipoItemExpor ||
      ![1, 2].includes(emisor.tipoItemExpor),
    message: ({ tipoItem }, { emisor }) =>
      `La línea es de ${tipoItem === 1 ? 'bienes (1)' : 'servicios (2)'} y la exportación, de ${emisor.tipoItemExpor === 1 ? 'bienes (1)' : 'servicios (2)'}; haga un documento para cada uno.`,
  },
  {
    name: 'bienes y servicios en líneas separadas',
    rule: 'IV-exportacion',
    field: 'tipoItem',
    holds: ({ tipoItem }) => tipoItem !== AMBOS,
    message: 'En una exportación cada línea es de bienes (1) o de servicios (2); sepárelos.',
  },
  {
    name: 'IVA de exportación en las líneas vendidas',
    rule: 'MF-32',
    field: 'tributos',
    holds: (l) => (l.tributos?.includes(TRIBUTO_EXPORTACION) ?? false) === bearsC3(l),
    message: 'Las líneas de lo que se vende, y solo ellas, listan el tributo C3.',
  },
]

const RESUMEN: readonly Rule<Resumen, FacturaExportacion>[] = [
  suma('totalGravada', (d: FacturaExportacion) => total(d, 'ventaGravada')),
  suma('totalNoGravado', (d: FacturaExportacion) => total(d, 'noGravado')),
  suma('totalDescu', (d: FacturaExportacion) =>
    plus(total(d, 'montoDescu'), d.resumen.descuGravada),
  ),
  {
    name: 'descuento global a ventas gravadas dentro de su base',
    rule: 'MF-44',
    field: 'descuGravada',
    holds: (r) => r.descuGravada <= r.totalGravada || r.totalGravada < CERO,
    message: (r) =>
      `El descuento global ${toText(r.descuGravada)} es mayor que las ventas gravadas, ${toText(r.totalGravada)}; redúzcalo.`,
  },
  suma('montoTotalOperacion', ({ resumen: r }: FacturaExportacion) =>
    sum([
      minus(r.totalGravada, r.descuGravada),
      r.seguro,
      r.flete ?? CERO,
      sumOfTributos(r.tributos),
    ]),
  ),
  suma('totalPagar', ({ resumen: r }: FacturaExportacion) => positivePart(saldo(r))),
  suma('saldoFavor', ({ resumen: r }: FacturaExportacion) =>
    minus(saldo(r), positivePart(saldo(r))),
  ),
]

const lineasDe = (d: FacturaExportacion) => d.cuerpoDocumento.map(asVenta)
const TRIBUTOS = lineaConTributos(TRIBUTOS_DE_EXPORTACION)

export const RULES_11: readonly Grupo<FacturaExportacion>[] = [
  ...BEFORE_RECEPTOR,
  ...origenesDe(['04']),
  about('receptor', (d: FacturaExportacion) => d.receptor, RECEPTOR),
  ...EXPORTACION_GROUPS,
  ...VENTA_TERCERO_GROUPS,
  about('', (d: FacturaExportacion) => d, TERCEROS),
  about('compraTercero', (d: FacturaExportacion) => d.compraTercero, [
    otroQueElEmisor('numDocumento', 'el tercero'),
  ]),
  aboutEach('cuerpoDocumento', lineasDe, LINEA),
  about('', (d: FacturaExportacion) => ({ cuerpoDocumento: lineasDe(d) }), CUERPO),
  aboutEach('cuerpoDocumento', (d: FacturaExportacion) => d.cuerpoDocumento, LINEA_EXPORTADA),
  aboutEach('cuerpoDocumento', (d: FacturaExportacion) => d.cuerpoDocumento, TRIBUTOS),
  about('resumen', (d: FacturaExportacion) => d.resumen, RESUMEN),
  about(
    'resumen',
    (d: FacturaExportacion) => d.resumen,
    resumenConTributos(TRIBUTOS_DE_EXPORTACION),
  ),
  ...PAGOS_GROUPS,
  TEXTOS,
]

/** In the form that the rules of all sales expect: an export has one kind of sale. */
function asVenta(linea: Linea): LineaDeVenta {
  return { ...linea, ventaNoSuj: CERO, ventaExenta: CERO }
}

function bearsC3({ noGravado, codTributo }: Linea): boolean {
  return noGravado === CERO && codTributo === null
}

function saldo(r: Resumen): Monto {
  return plus(r.montoTotalOperacion, r.totalNoGravado)
}

function total(d: FacturaExportacion, member: 'ventaGravada' | 'noGravado' | 'montoDescu'): Monto {
  return sum(d.cuerpoDocumento.map((linea) => linea[member]))
}
