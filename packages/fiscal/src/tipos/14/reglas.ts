/** Rules that the structure of 14 does not express. Sources: docs/sources.md#14, #renta. */

import { CERO, type Monto, minus, plus, sum, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe, isResidente } from '../../rules/direccion.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { IMPORTE_DE_LINEA, type LineaDeVenta } from '../../rules/linea.ts'
import { PAGOS_SIN_SALDO_GROUPS } from '../../rules/pagos.ts'
import { ACTIVIDAD, CORREO, otroQueElEmisor, TELEFONO } from '../../rules/persona.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { BEFORE_RECEPTOR } from '../../rules/venta.ts'
import type { SujetoExcluido } from './estructura.ts'
import { reteRentaDe, serviciosDe } from './rete-renta.ts'

type Receptor = SujetoExcluido['receptor']
type Linea = SujetoExcluido['cuerpoDocumento'][number]
type Resumen = SujetoExcluido['resumen']

const RECEPTOR: readonly Rule<Receptor, SujetoExcluido>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['numDocumento', 'Falta el documento del sujeto excluido; escriba su DUI en numDocumento.'],
    ['nombre',       'Falta el nombre del sujeto excluido; escríbalo.'],
    ['direccion',    'Falta la dirección del sujeto excluido; escriba departamento, municipio, distrito y complemento.'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  otroQueElEmisor('numDocumento', 'el sujeto excluido'),
  ACTIVIDAD,
  CORREO,
  TELEFONO,
]

const RESUMEN: readonly Rule<Resumen, SujetoExcluido>[] = [
  suma('totalCompra', (d: SujetoExcluido) => total(d, 'compra')),
  suma('totalDescu', (d: SujetoExcluido) => plus(total(d, 'montoDescu'), d.resumen.descu)),
  {
    name: 'descuento global a la compra dentro de su base',
    rule: 'MF-44',
    field: 'descu',
    holds: (r) => r.descu <= r.totalCompra || r.totalCompra < CERO,
    message: (r) =>
      `El descuento ${toText(r.descu)} es mayor que la compra, ${toText(r.totalCompra)}; redúzcalo.`,
  },
  suma('subTotal', ({ resumen: r }: SujetoExcluido) => minus(r.totalCompra, r.descu)),
  {
    name: 'retención de renta del 10 %',
    rule: 'CT-156',
    field: 'reteRenta',
    holds: (r, d) => r.reteRenta === CERO || isClose(r.reteRenta, reteRenta(d)),
    message: (r, d) =>
      `reteRenta dice ${toText(r.reteRenta)} y el 10 % de los servicios es ${toText(reteRenta(d))}.`,
  },
  suma('totalPagar', ({ resumen: r }: SujetoExcluido) => minus(r.subTotal, r.reteRenta)),
]

export const RULES_14: readonly Grupo<SujetoExcluido>[] = [
  ...BEFORE_RECEPTOR,
  about('receptor', (d: SujetoExcluido) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: SujetoExcluido) => d.receptor.direccion, [
    ...direccionDe(isResidente),
  ]),
  aboutEach(
    'cuerpoDocumento',
    (d: SujetoExcluido) => d.cuerpoDocumento.map(asVenta),
    IMPORTE_DE_LINEA,
  ),
  about('resumen', (d: SujetoExcluido) => d.resumen, RESUMEN),
  ...PAGOS_SIN_SALDO_GROUPS,
  TEXTOS,
]

/** In the form that the rules of all sales expect. */
function asVenta({ compra, ...linea }: Linea): LineaDeVenta {
  return {
    ...linea,
    codTributo: null,
    ventaNoSuj: CERO,
    ventaExenta: CERO,
    ventaGravada: compra,
    tributos: null,
    noGravado: CERO,
  }
}

function reteRenta({ cuerpoDocumento, resumen }: SujetoExcluido): Monto {
  return reteRentaDe(serviciosDe(cuerpoDocumento), resumen)
}

function total(d: SujetoExcluido, member: 'compra' | 'montoDescu'): Monto {
  return sum(d.cuerpoDocumento.map((linea) => linea[member]))
}
