/** Rules that the structure of 03 does not express. Sources: docs/sources.md#03, #receptor. */
import { MONTO_TOTAL_OPERACION_BRUTO } from '../../criterios.ts'
import { CERO, type Monto, positivePart, toText } from '../../monto.ts'
import { direccionDe } from '../../rules/direccion.ts'
import { origenesDe } from '../../rules/origenes.ts'
import { ACTIVIDAD, CORREO, NIT, NRC, otroQueElEmisor, TELEFONO } from '../../rules/persona.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { lineaConTributos, RESUMEN_DE_TRIBUTOS } from '../../rules/tributos.ts'
import { AFTER_RECEPTOR, BEFORE_RECEPTOR } from '../../rules/venta.ts'
import { ivaSobre, unoPorCiento } from '../../tasas.ts'
import { sumOfTributos, TRIBUTOS_CON_IVA_APARTE } from '../tributos.ts'
import type { CreditoFiscal } from './estructura.ts'

type Receptor = CreditoFiscal['receptor']
type Resumen = CreditoFiscal['resumen']
type Linea = CreditoFiscal['cuerpoDocumento'][number]

const TRIBUTO_IVA = '20'

/** The buyer of a 03 is a registered taxpayer, identified in full. */
// biome-ignore format: a table
const COMPLETO: readonly (readonly [keyof Receptor, string])[] = [
  ['nit',          'Falta el NIT del receptor; escríbalo en numDocumento.'],
  ['nrc',          'Falta el NRC del receptor; el crédito fiscal es para contribuyentes inscritos.'],
  ['nombre',       'Falta el nombre del receptor; escríbalo.'],
  ['codActividad', 'Falta la actividad económica del receptor; escriba su código de CAT-019.'],
  ['direccion',    'Falta la dirección del receptor; escriba departamento, municipio, distrito y complemento.'],
  ['correo',       'Falta el correo del receptor; escríbalo.'],
]

const RECEPTOR: readonly Rule<Receptor, CreditoFiscal>[] = [
  ...COMPLETO.map(([field, message]) => ({
    name: `receptor completo: ${field}`,
    rule: 'IV-receptor',
    field,
    holds: (r: Receptor) => r[field] !== null && r[field] !== '',
    message,
  })),
  NIT,
  otroQueElEmisor('nit', 'el receptor'),
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
]

/** Also applies to notes that adjust a 03, and to remissions. */
export const IVA_EN_LINEA: Rule<
  Pick<Linea, 'ventaGravada' | 'ventaExenta' | 'ventaNoSuj'> & {
    readonly tributos: readonly string[] | null
    readonly noGravado?: Monto
  }
> = {
  name: 'IVA listado en las líneas gravadas',
  rule: 'MF-32',
  field: 'tributos',
  // The amounts of a zero line do not show whether it is a taxed sale.
  holds: (l) =>
    l.tributos?.includes(TRIBUTO_IVA)
      ? l.ventaExenta === CERO && l.ventaNoSuj === CERO && (l.noGravado ?? CERO) === CERO
      : l.ventaGravada === CERO,
  message: 'Las líneas gravadas, y solo ellas, listan el tributo 20 (IVA).',
}

const RESUMEN: readonly Rule<Resumen, CreditoFiscal>[] = [
  {
    name: 'IVA del resumen',
    rule: 'MF-53',
    field: 'tributos',
    holds: (r) => isClose(iva(r), ivaSobre(neto(r))),
    message: (r) => `El IVA dice ${toText(iva(r))} y no es el 13 % de las ventas gravadas netas.`,
  },
  suma('montoTotalOperacion', ({ resumen: r }: CreditoFiscal) => {
    const gross = r.subTotal + sumOfTributos(r.tributos)
    return (MONTO_TOTAL_OPERACION_BRUTO ? gross : gross + r.ivaPerci - r.ivaRete) as Monto
  }),
  suma('totalPagar', ({ resumen: r }: CreditoFiscal) => {
    const saldo = r.subTotal + sumOfTributos(r.tributos) + r.ivaPerci - r.ivaRete + r.totalNoGravado
    return positivePart(saldo as Monto)
  }),
  {
    name: 'retención del 1 %',
    rule: 'CT-162',
    field: 'ivaRete',
    holds: (r) => isCeroOrUnoPorCiento(r.ivaRete, r),
    message: (r) =>
      `ivaRete dice ${toText(r.ivaRete)} y no es el 1 % de las ventas gravadas netas.`,
  },
  {
    name: 'percepción del 1 %',
    rule: 'CT-163',
    field: 'ivaPerci',
    holds: (r) => isCeroOrUnoPorCiento(r.ivaPerci, r),
    message: (r) =>
      `ivaPerci dice ${toText(r.ivaPerci)} y no es el 1 % de las ventas gravadas netas.`,
  },
]

const TRIBUTOS = lineaConTributos(TRIBUTOS_CON_IVA_APARTE)

export const RULES_03: readonly Grupo<CreditoFiscal>[] = [
  ...BEFORE_RECEPTOR,
  ...origenesDe(['04', '08', '09']),
  about('receptor', (d: CreditoFiscal) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: CreditoFiscal) => d.receptor.direccion, [
    ...direccionDe(() => true),
  ]),
  ...AFTER_RECEPTOR,
  aboutEach('cuerpoDocumento', (d: CreditoFiscal) => d.cuerpoDocumento, [IVA_EN_LINEA]),
  aboutEach('cuerpoDocumento', (d: CreditoFiscal) => d.cuerpoDocumento, TRIBUTOS),
  about('resumen', (d: CreditoFiscal) => d.resumen, RESUMEN),
  about('resumen', (d: CreditoFiscal) => d.resumen, RESUMEN_DE_TRIBUTOS),
]

function neto(r: Resumen): Monto {
  return (r.totalGravada - r.descuGravada) as Monto
}

function isCeroOrUnoPorCiento(stated: Monto, r: Resumen): boolean {
  return stated === CERO || isClose(stated, unoPorCiento(neto(r)))
}

function iva(r: Resumen): Monto {
  return r.tributos?.find(({ codigo }) => codigo === TRIBUTO_IVA)?.valor ?? CERO
}
