/** The tributes of lines and summaries, except the IVA's own rows. Source: docs/sources.md#tributos. */
import { TRIBUTOS } from '../catalogos/cat-015-tributo.ts'
import { findRow } from '../catalogos/catalogo.ts'
import { CERO, type Monto, monto, toText } from '../monto.ts'
import type { ImportesDeLinea } from '../tipos/cuenta.ts'
import {
  inSection,
  isIva,
  TRIBUTOS_CALCULADOS,
  TRIBUTOS_CON_IVA_APARTE,
  type TributoCalculado,
  type TributosDelTipo,
  valorCalculado,
} from '../tipos/tributos.ts'
import type { Rule } from './rule.ts'
import { isClose } from './tolerancia.ts'

interface Linea {
  readonly tributos: readonly string[] | null
  readonly codTributo: string | null
  readonly uniMedida: number
  readonly cantidad: Monto
  readonly noGravado?: Monto
  readonly ventaGravada: Monto
  readonly ventaNoSuj?: Monto
  readonly ventaExenta?: Monto
}

/** Section 1, but neither the request nor the catalogue fixes the amount. */
const CASOS_ESPECIALES = ['D5', 'D4']
const INTERNO = 'D4'
const UNO = monto(1)
const OTRA_UNIDAD = 99
const EN_TRIBUTOS: ReadonlySet<string> = new Set([...inSection(1), ...inSection(3)])
const PROPIOS: ReadonlySet<string> = new Set(inSection(2))

const nombreDe = (codigo: string) => findRow<{ nombre: string }>(TRIBUTOS, codigo)?.nombre ?? null
const listed = (l: Linea) => l.tributos ?? []
/** Another row checks a charge with a codTributo. */
const isCargo = ({ noGravado = CERO }: Linea) => noGravado !== CERO
const isPropio = (l: Linea) => l.codTributo !== null && !isCargo(l)
const calculo = (codigo: string) => findRow(TRIBUTOS_CALCULADOS, codigo)
const isUnknown = (codigo: string) => !EN_TRIBUTOS.has(codigo)
const isCasoEspecial = (codigo: string) => CASOS_ESPECIALES.includes(codigo)

/** The rows about lines, for a type's tributes. */
export function lineaConTributos(del: TributosDelTipo): readonly Rule<Linea>[] {
  const carried: ReadonlySet<string> = new Set(del.linea)
  // For 01, which lists no IVA, another row says this.
  const isForeignIva = (codigo: string) => isIva(codigo) && del.iva !== null && codigo !== del.iva
  const isForeign = (codigo: string) =>
    isForeignIva(codigo) ||
    !(isIva(codigo) || carried.has(codigo) || isUnknown(codigo) || isCasoEspecial(codigo))
  const isWrongUnit = (l: Linea) => (codigo: string) =>
    (calculo(codigo)?.uniMedida ?? l.uniMedida) !== l.uniMedida
  return [
    {
      name: 'tributo del catálogo',
      rule: 'CAT-015',
      field: 'tributos',
      holds: (l) => !listed(l).some(isUnknown),
      message: (l) => unknownTributo(listed(l).find(isUnknown) ?? ''),
    },
    {
      name: 'tributo con monto conocido',
      rule: 'MF-32',
      field: 'tributos',
      holds: (l) => !listed(l).some(isCasoEspecial),
      message: (l) => unknownAmount(listed(l).find(isCasoEspecial) ?? ''),
    },
    {
      name: 'tributo que el tipo de documento lleva',
      rule: 'MF-32',
      field: 'tributos',
      holds: (l) => !listed(l).some(isForeign),
      message: (l) => {
        const codigo = listed(l).find(isForeign) ?? ''
        return `El tributo ${codigo} (${nombreDe(codigo)}) no va en este tipo de documento; quítelo.`
      },
    },
    {
      name: 'galones en FOVIAL y COTRANS',
      rule: 'MF-32',
      field: 'uniMedida',
      holds: (l) => !listed(l).some(isWrongUnit(l)),
      message: (l) =>
        `El tributo ${listed(l).find(isWrongUnit(l))} se cobra por galón; venda en uniMedida 22 (galón).`,
    },
    ...propio(del),
  ]
}

/** A tribute of section 2 is a line of its own. */
function propio({ iva, propios }: TributosDelTipo): readonly Rule<Linea>[] {
  const codes: ReadonlySet<string> = new Set(propios)
  // A line that is itself a tribute only has domestic IVA.
  const own = iva === '20' ? [iva] : []
  const isOwn = (codigo: string) => own.includes(codigo as '20') || (iva === null && isIva(codigo))
  return [
    {
      name: 'codTributo del catálogo',
      rule: 'CAT-015',
      field: 'codTributo',
      holds: ({ codTributo }) => codTributo === null || codes.has(codTributo),
      message: ({ codTributo }) => unknownPropio(codTributo ?? '', propios),
    },
    {
      name: 'línea de tributo con cantidad 1',
      rule: 'MF-32',
      field: 'cantidad',
      holds: (l) => !isPropio(l) || l.cantidad === UNO,
      message:
        'Una línea con codTributo lleva cantidad 1; ponga el monto del tributo en precioUni.',
    },
    {
      name: 'línea de tributo con unidad 99',
      rule: 'MF-32',
      field: 'uniMedida',
      holds: (l) => !isPropio(l) || l.uniMedida === OTRA_UNIDAD,
      message: 'Una línea con codTributo lleva la unidad de medida 99; omítala o escriba 99.',
    },
    {
      name: 'línea de tributo gravada',
      rule: 'MF-32',
      field: '',
      holds: (l) =>
        !isPropio(l) || ((l.ventaNoSuj ?? CERO) === CERO && (l.ventaExenta ?? CERO) === CERO),
      message: 'Una línea con codTributo es una venta gravada; quite el tipoVenta.',
    },
    {
      name: 'línea de tributo sin otros tributos',
      rule: 'MF-32',
      field: 'tributos',
      holds: (l) => !isPropio(l) || listed(l).every(isOwn),
      message: 'Una línea con codTributo no lleva otros tributos; quítelos.',
    },
    {
      name: 'cargo o abono sin codTributo',
      rule: 'MF-29',
      field: 'codTributo',
      holds: (l) => !isCargo(l) || l.codTributo === null,
      message: 'Un cargo o abono no gravado no es un tributo; quite codTributo o noGravado.',
    },
  ]
}

interface Resumen {
  readonly tributos: readonly Fila[] | null
}
interface Fila {
  readonly codigo: string
  readonly descripcion: string
  readonly valor: Monto
}
interface ConTributos {
  readonly cuerpoDocumento: readonly (ImportesDeLinea & Linea)[]
}

const filas = (r: Resumen) => r.tributos ?? []
const misnamed = (r: Resumen) =>
  filas(r).find(({ codigo, descripcion }) => (nombreDe(codigo) ?? descripcion) !== descripcion)

/** The rows about the summary, for a type's tributes. */
export function resumenConTributos(del: TributosDelTipo): readonly Rule<Resumen, ConTributos>[] {
  const carried: ReadonlySet<string> = new Set(del.linea)
  const miscounted = (r: Resumen, { cuerpoDocumento }: ConTributos) =>
    filas(r).find(
      ({ codigo, valor }) =>
        (carried.has(codigo) || codigo === del.iva) &&
        !isClose(valor, valorDe(codigo, cuerpoDocumento) ?? valor),
    )
  return [
    {
      name: 'una fila por tributo listado',
      rule: 'MF-32',
      field: 'tributos',
      holds: (r, d) => {
        const codes = new Set(d.cuerpoDocumento.flatMap((l) => l.tributos ?? []))
        const rows = filas(r).map(({ codigo }) => codigo)
        return rows.length === codes.size && rows.every((codigo) => codes.delete(codigo))
      },
      message: 'El resumen lleva una fila por cada tributo que listan las líneas, y ninguna otra.',
    },
    {
      name: 'nombre del tributo',
      rule: 'CAT-015',
      field: 'tributos',
      holds: (r) => misnamed(r) === undefined,
      message: (r) => `La descripción del tributo ${misnamed(r)?.codigo} no es la del catálogo.`,
    },
    {
      name: 'valor del tributo',
      rule: 'MF-32',
      field: 'tributos',
      holds: (r, d) => miscounted(r, d) === undefined,
      message: (r, d) => {
        const { codigo = '', valor = CERO } = miscounted(r, d) ?? {}
        const computed = valorDe(codigo, d.cuerpoDocumento) ?? CERO
        return `El tributo ${codigo} dice ${toText(valor)} y el cálculo da ${toText(computed)}.`
      },
    },
  ]
}

/** For domestic sales. */
export const RESUMEN_DE_TRIBUTOS = resumenConTributos(TRIBUTOS_CON_IVA_APARTE)

/** The required value of a row; null if another rule checks it or none can. */
function valorDe(codigo: string, lineas: readonly ImportesDeLinea[]): Monto | null {
  if (codigo === 'C3') return CERO
  return calculo(codigo) ? valorCalculado(codigo as TributoCalculado, lineas) : null
}

function unknownTributo(codigo: string): string {
  return PROPIOS.has(codigo)
    ? `El tributo ${codigo} (${nombreDe(codigo)}) va en una línea propia, en codTributo y no en tributos.`
    : `El tributo "${codigo}" no existe; use un código de CAT-015.`
}

function unknownAmount(codigo: string): string {
  return codigo === INTERNO
    ? `El tributo ${codigo} es de uso interno de Hacienda y no va en un documento; quítelo.`
    : `El monto del tributo ${codigo} no se puede calcular; póngalo en una línea propia, con codTributo ${codigo} y su monto en precioUni.`
}

function unknownPropio(codigo: string, propios: readonly string[]): string {
  if (codigo === INTERNO) return unknownAmount(codigo)
  return EN_TRIBUTOS.has(codigo)
    ? `El tributo ${codigo} (${nombreDe(codigo)}) va en tributos y no en codTributo.`
    : `El tributo "${codigo}" no existe; use en codTributo uno de ${propios.join(', ')}.`
}
