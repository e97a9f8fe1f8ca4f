/** Rules that the structure of 08 does not express. Source: docs/sources.md#08. */
import { TRIBUTOS } from '../../catalogos/cat-015-tributo.ts'
import { CONDICIONES_OPERACION } from '../../catalogos/cat-016-condicion-operacion.ts'
import { DOMICILIOS_FISCALES } from '../../catalogos/cat-032-domicilio-fiscal.ts'
import { findRow, isCode } from '../../catalogos/catalogo.ts'
import { CERO, type Monto, plus, sum, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe } from '../../rules/direccion.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { ACTIVIDAD, CORREO, NRC, otroQueElEmisor, TELEFONO } from '../../rules/persona.ts'
import { RELACION } from '../../rules/relacion.ts'
import { about, aboutEach, type Grupo, over, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { BEFORE_RECEPTOR } from '../../rules/venta.ts'
import { ivaSobre } from '../../tasas.ts'
import type { Liquidacion } from './estructura.ts'

type Receptor = Liquidacion['receptor']
type Linea = Liquidacion['cuerpoDocumento'][number]
type Resumen = Liquidacion['resumen']

/** What is sold for others, what adjusts it, and the return event (18). */
const LIQUIDABLES: ReadonlySet<string> = new Set(['01', '03', '05', '06', '11', '18'])
const EXPORTAN: ReadonlySet<string> = new Set(['11', '18'])
const FACTURA_DE_EXPORTACION = '11'
const FECHA = /^\d{4}-\d{2}-\d{2}$/
const LINEAS_MAX = 500
const IVA = '20'

const RECEPTOR: readonly Rule<Receptor, Liquidacion>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['numDocumento', 'Falta el documento del mandante; escríbalo en numDocumento.'],
    ['nombre',       'Falta el nombre del mandante; escríbalo.'],
    ['codActividad', 'Falta la actividad económica del mandante; escriba su código de CAT-019.'],
    ['direccion',    'Falta la dirección del mandante; escriba departamento, municipio, distrito y complemento.'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  otroQueElEmisor('numDocumento', 'el mandante'),
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
  {
    name: 'domicilio del mandante del catálogo',
    rule: 'CAT-032',
    field: 'codDomiciliado',
    holds: ({ codDomiciliado }) => isCode(DOMICILIOS_FISCALES, codDomiciliado),
    message: 'El domicilio fiscal del mandante es 1 (domiciliado) o 2 (no domiciliado); corríjalo.',
  },
]

const ventas = (l: Linea): readonly Monto[] => [l.ventaNoSuj, l.ventaExenta, l.ventaGravada]
const importes = (l: Linea): readonly Monto[] => [...ventas(l), l.exportaciones]
const takesBack = (l: Linea) => importes(l).some((m) => m < CERO)

const LINEA: readonly Rule<Linea, Liquidacion>[] = [
  {
    name: 'tipo de documento que se liquida',
    rule: 'IV-liquidacion',
    field: 'tipoDte',
    holds: ({ tipoDte }) => LIQUIDABLES.has(tipoDte),
    message: ({ tipoDte }) =>
      `Un documento del tipo "${tipoDte}" no se liquida; se liquidan 01, 03, 05, 06, 11 y eventos de retorno (18).`,
  },
  ...RELACION,
  {
    name: 'documento una sola vez, o también como invalidado',
    rule: 'MF11-liquidacion',
    field: 'numeroDocumento',
    holds: (l, d) =>
      l ===
      d.cuerpoDocumento.find(
        (one) => one.numeroDocumento === l.numeroDocumento && takesBack(one) === takesBack(l),
      ),
    message: ({ numeroDocumento }) =>
      `El documento ${numeroDocumento} está dos veces; déjelo una sola vez.`,
  },
  {
    name: 'documento anterior a la liquidación',
    rule: 'IV-liquidacion',
    field: 'fechaEmision',
    holds: ({ fechaEmision }, { identificacion: { fecEmi } }) =>
      !FECHA.test(fechaEmision) || fechaEmision <= fecEmi,
    message: ({ fechaEmision }, { identificacion: { fecEmi } }) =>
      `El documento es del ${fechaEmision}, después de esta liquidación (${fecEmi}); corrija la fecha.`,
  },
  {
    name: 'todo un documento suma o resta',
    rule: 'IV-liquidacion',
    field: 'ventaGravada',
    holds: (l) => importes(l).every((m) => m >= CERO) || importes(l).every((m) => m <= CERO),
    message: 'Los montos de un documento llevan todos el mismo signo; corríjalos.',
  },
  {
    name: 'exportaciones de una exportación',
    rule: 'IV-liquidacion',
    field: 'exportaciones',
    holds: (l) => l.exportaciones === CERO || EXPORTAN.has(l.tipoDte),
    message: ({ tipoDte }) =>
      `Un documento del tipo ${tipoDte} no exporta; escriba su monto en ventaGravada, ventaExenta o ventaNoSuj.`,
  },
  {
    name: 'una exportación sin ventas internas',
    rule: 'IV-liquidacion',
    field: 'ventaGravada',
    holds: (l) => l.tipoDte !== FACTURA_DE_EXPORTACION || ventas(l).every((m) => m === CERO),
    message: 'Una exportación (11) va entera en exportaciones; quite las otras ventas.',
  },
  {
    name: 'IVA de lo gravado que se liquida',
    rule: 'MF-53',
    field: 'ivaItem',
    holds: (l) => isClose(l.ivaItem, ivaSobre(l.ventaGravada)),
    message: (l) =>
      `ivaItem dice ${toText(l.ivaItem)} y el cálculo da ${toText(ivaSobre(l.ventaGravada))}.`,
  },
  {
    name: 'tributos de la primera sección en la liquidación',
    rule: 'CAT-015',
    field: 'tributos',
    holds: ({ tributos }) => (tributos ?? []).every(isOfSection1),
    message: ({ tributos }) =>
      `${(tributos ?? []).find((codigo) => !isOfSection1(codigo))} no es un tributo de la sección 1 de CAT-015; quítelo.`,
  },
]

function isOfSection1(codigo: string): boolean {
  return findRow<{ secciones: readonly number[] }>(TRIBUTOS, codigo)?.secciones.includes(1) ?? false
}

const total = (
  d: Liquidacion,
  member: 'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'exportaciones' | 'ivaItem',
) => sum(d.cuerpoDocumento.map((linea) => linea[member]))
const tributo = (r: Resumen, codigo: string): Monto =>
  r.tributos?.find((row) => row.codigo === codigo)?.valor ?? CERO

const RESUMEN: readonly Rule<Resumen, Liquidacion>[] = [
  suma('totalNoSuj', (d: Liquidacion) => total(d, 'ventaNoSuj')),
  suma('totalExenta', (d: Liquidacion) => total(d, 'ventaExenta')),
  suma('totalGravada', (d: Liquidacion) => total(d, 'ventaGravada')),
  suma('exportacion', (d: Liquidacion) => total(d, 'exportaciones')),
  suma('subTotalVentas', ({ resumen: r }: Liquidacion) =>
    sum([r.totalNoSuj, r.totalExenta, r.totalGravada, r.exportacion]),
  ),
  {
    name: 'tributos de las líneas de la liquidación',
    rule: 'MF-32',
    field: 'tributos',
    holds: (r, d) => {
      const listed = new Set(d.cuerpoDocumento.flatMap(({ tributos }) => tributos ?? []))
      const rows = (r.tributos ?? []).map(({ codigo }) => codigo)
      return rows.length === listed.size && rows.every((codigo) => listed.has(codigo))
    },
    message: 'El resumen lleva una fila por cada tributo que listan las líneas, y ninguna otra.',
  },
  {
    name: 'IVA de la liquidación',
    rule: 'MF-53',
    field: 'tributos',
    holds: (r, d) => isClose(tributo(r, IVA), total(d, 'ivaItem')),
    message: (r, d) =>
      `El IVA dice ${toText(tributo(r, IVA))} y el de las líneas suma ${toText(total(d, 'ivaItem'))}.`,
  },
  suma('montoTotalOperacion', ({ resumen: r }: Liquidacion) =>
    plus(r.subTotalVentas, sum((r.tributos ?? []).map(({ valor }) => valor))),
  ),
  suma('total', ({ resumen: r }: Liquidacion) => plus(r.montoTotalOperacion, r.ivaPerci)),
  {
    name: 'total de la liquidación no negativo',
    rule: 'IV-liquidacion',
    field: 'total',
    holds: ({ total: due }) => due >= CERO,
    message: ({ total: due }) =>
      `La liquidación daría ${toText(due)}, y no puede ser menos de 0: lo que resta es más que lo que suma. Deje documentos para la próxima.`,
  },
  {
    name: 'condición de la operación del catálogo',
    rule: 'CAT-016',
    field: 'condicionOperacion',
    holds: (r) => isCode(CONDICIONES_OPERACION, r.condicionOperacion),
    message: (r) =>
      `La condición ${r.condicionOperacion} no existe; use 1 (contado), 2 (crédito) o 3 (mixto).`,
  },
]

export const RULES_08: readonly Grupo<Liquidacion>[] = [
  ...over(asSale, BEFORE_RECEPTOR),
  about('receptor', (d: Liquidacion) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: Liquidacion) => d.receptor.direccion, [
    ...direccionDe(() => true),
  ]),
  aboutEach('cuerpoDocumento', (d: Liquidacion) => d.cuerpoDocumento, LINEA),
  about('resumen', (d: Liquidacion) => d.resumen, RESUMEN),
  TEXTOS,
]

export const AVISOS_08: readonly Grupo<Liquidacion>[] = [
  about('', (d: Liquidacion) => d, [
    {
      name: 'liquidación llena',
      rule: 'IV-liquidacion',
      field: 'cuerpoDocumento',
      holds: ({ cuerpoDocumento }: Liquidacion) => cuerpoDocumento.length < LINEAS_MAX,
      message: `La liquidación lista ${LINEAS_MAX} documentos, los más que caben: puede quedar algo por liquidar del período; haga otra.`,
    },
  ]),
]

/** In the form that the rules of other types expect: with the members of a contingency. */
function asSale({ identificacion, ...rest }: Liquidacion) {
  return {
    ...rest,
    identificacion: { ...identificacion, tipoContingencia: null, motivoContin: null },
  }
}
