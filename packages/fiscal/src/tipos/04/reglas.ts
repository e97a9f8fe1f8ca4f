/** Rules that the structure of 04 does not express. Source: docs/sources.md#04. */
import { BIENES_REMITIDOS } from '../../catalogos/cat-025-bien-remitido.ts'
import { isCode } from '../../catalogos/catalogo.ts'
import { CERO, type Monto } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe, isResidente } from '../../rules/direccion.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { LINEA_SIN_CARGO } from '../../rules/linea.ts'
import { origenesDe } from '../../rules/origenes.ts'
import { ACTIVIDAD, CORREO, NRC, TELEFONO } from '../../rules/persona.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { SUMAS_SIN_CARGO_GROUPS, suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { lineaConTributos, resumenConTributos } from '../../rules/tributos.ts'
import { BEFORE_RECEPTOR } from '../../rules/venta.ts'
import { VENTA_TERCERO_GROUPS } from '../../rules/venta-tercero.ts'
import { ivaSobre } from '../../tasas.ts'
import { IVA_EN_LINEA } from '../03/reglas.ts'
import {
  sumOfTributos,
  TRIBUTOS_CON_IVA_APARTE,
  TRIBUTOS_DE_EXPORTACION,
  type TributosDelTipo,
} from '../tributos.ts'
import type { NotaDeRemision } from './estructura.ts'

type Receptor = NotaDeRemision['receptor']
type Resumen = NotaDeRemision['resumen']
type Linea = NotaDeRemision['cuerpoDocumento'][number]

const EXPORTACION = '11'
const IVA = '20'
const IVA_DE_EXPORTACION = 'C3'
/** CAT-025: what goes to a place of the issuer's own is transferred; 05 is anything else. */
const A_LO_PROPIO: ReadonlySet<string> = new Set(['04', '05'])
/** CAT-011. */
const [BIEN, SERVICIO] = [1, 2]
/** The fuel contributions of an export need an authorisation that a remission has no place for. */
const TRIBUTOS_REMITIDOS: TributosDelTipo = {
  iva: IVA_DE_EXPORTACION,
  linea: TRIBUTOS_DE_EXPORTACION.linea.filter((codigo) => codigo !== 'D1' && codigo !== 'C8'),
  propios: TRIBUTOS_DE_EXPORTACION.propios,
}

/** Of what an export (11) sold, which bears 0 %. */
export function isDeExportacion({ tributos }: { readonly tributos?: readonly string[] | null }) {
  return tributos?.includes(IVA_DE_EXPORTACION) ?? false
}

const RECEPTOR: readonly Rule<Receptor, NotaDeRemision>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['numDocumento', 'Falta el documento de quien recibe; escríbalo en numDocumento.'],
    ['nombre',       'Falta el nombre de quien recibe; escríbalo.'],
    ['codActividad', 'Falta la actividad económica de quien recibe; escriba su código de CAT-019 (de 10001 a 10006 para una persona natural).'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
  {
    name: 'título de los bienes del catálogo',
    rule: 'CAT-025',
    field: 'bienTitulo',
    holds: ({ bienTitulo }) => isNothing(bienTitulo) || isCode(BIENES_REMITIDOS, bienTitulo),
    message: ({ bienTitulo }) =>
      `El título "${bienTitulo}" no existe; use 01 (depósito), 02 (propiedad), 03 (consignación), 04 (traslado) o 05 (otros).`,
  },
  {
    name: 'título de lo que va a un lugar propio',
    rule: 'SELLO-traslado',
    field: 'bienTitulo',
    holds: ({ numDocumento, bienTitulo }, { emisor }) =>
      numDocumento !== emisor.nit ||
      !isCode(BIENES_REMITIDOS, bienTitulo) ||
      A_LO_PROPIO.has(bienTitulo),
    message: 'Lo que va a un lugar propio se traslada; escriba bienTitulo 04, o 05 (otros).',
  },
]

const DE_EXPORTACION: readonly Rule<Linea>[] = [
  {
    name: 'remisión de una exportación sin líneas de tributo',
    rule: 'IV-remision',
    field: 'codTributo',
    holds: ({ codTributo }) => codTributo === null,
    message: 'La remisión de lo que una exportación vendió no lleva codTributo; quite la línea.',
  },
  {
    name: 'bienes o servicios de la exportación que se remite',
    rule: 'IV-remision',
    field: 'tipoItem',
    holds: ({ tipoItem, codTributo }) =>
      tipoItem === BIEN || tipoItem === SERVICIO || codTributo !== null,
    message: ({ tipoItem }) =>
      `El tipo de ítem ${tipoItem} no va en la remisión de una exportación; use 1 (bienes) o 2 (servicios).`,
  },
  {
    name: 'venta gravada de la exportación que se remite',
    rule: 'IV-remision',
    field: 'tipoVenta',
    holds: (l) => l.ventaExenta === CERO && l.ventaNoSuj === CERO,
    message: 'Lo que una exportación vende es una venta gravada al 0 %; quite tipoVenta.',
  },
  {
    name: 'tributo C3 en la remisión de una exportación',
    rule: 'IV-remision',
    field: 'tributos',
    holds: (l) => isDeExportacion(l) || l.codTributo !== null,
    message: 'Las líneas de lo que una exportación vendió listan el tributo C3.',
  },
]

const RESUMEN: readonly Rule<Resumen, NotaDeRemision>[] = [
  {
    name: 'IVA del resumen',
    rule: 'MF-53',
    field: 'tributos',
    holds: (r, d) => isClose(iva(r), isAbroad(d) ? CERO : ivaSobre(neto(r))),
    message: 'El IVA no es el 13 % de las ventas gravadas netas.',
  },
  suma(
    'montoTotalOperacion',
    ({ resumen: r }: NotaDeRemision) => (r.subTotal + sumOfTributos(r.tributos)) as Monto,
  ),
]

const isAbroad = ({ documentoRelacionado }: NotaDeRemision) =>
  documentoRelacionado?.[0]?.tipoDocumento === EXPORTACION
const domestic = (d: NotaDeRemision) => (isAbroad(d) ? [] : d.cuerpoDocumento)
const abroad = (d: NotaDeRemision) => (isAbroad(d) ? d.cuerpoDocumento : [])

export const RULES_04: readonly Grupo<NotaDeRemision>[] = [
  ...BEFORE_RECEPTOR,
  ...origenesDe(['01', '03', '11']),
  about('receptor', (d: NotaDeRemision) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: NotaDeRemision) => d.receptor.direccion, [
    ...direccionDe(isResidente),
  ]),
  ...VENTA_TERCERO_GROUPS,
  aboutEach('cuerpoDocumento', (d: NotaDeRemision) => d.cuerpoDocumento, LINEA_SIN_CARGO),
  ...SUMAS_SIN_CARGO_GROUPS,
  TEXTOS,
  aboutEach('cuerpoDocumento', domestic, [IVA_EN_LINEA]),
  aboutEach('cuerpoDocumento', domestic, lineaConTributos(TRIBUTOS_CON_IVA_APARTE)),
  aboutEach('cuerpoDocumento', abroad, DE_EXPORTACION),
  aboutEach('cuerpoDocumento', abroad, lineaConTributos(TRIBUTOS_REMITIDOS)),
  about('resumen', (d: NotaDeRemision) => d.resumen, RESUMEN),
  about('resumen', (d: NotaDeRemision) => d.resumen, resumenConTributos(TRIBUTOS_CON_IVA_APARTE)),
]

function isNothing(value: string | null): value is null {
  return value === null || value === ''
}

function neto(r: Resumen): Monto {
  return (r.totalGravada - r.descuGravada) as Monto
}

function iva(r: Resumen): Monto {
  return r.tributos?.find(({ codigo }) => codigo === IVA)?.valor ?? CERO
}
