/** Rules that the structure of 01 does not express. Sources: docs/sources.md#01, #receptor. */
import { MONTO_CON_RECEPTOR_IDENTIFICADO } from '../../criterios.ts'
import { CERO, type Monto, positivePart, sum, toText } from '../../monto.ts'
import { direccionDe, isResidente } from '../../rules/direccion.ts'
import { DOCUMENTO_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { origenesDe } from '../../rules/origenes.ts'
import { ACTIVIDAD, CORREO, NRC, TELEFONO } from '../../rules/persona.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { lineaConTributos, RESUMEN_DE_TRIBUTOS } from '../../rules/tributos.ts'
import { AFTER_RECEPTOR, BEFORE_RECEPTOR } from '../../rules/venta.ts'
import { ivaDentroDe, sinIva, unoPorCiento } from '../../tasas.ts'
import { sumOfTributos, TRIBUTOS_CON_IVA_EN_PRECIO } from '../tributos.ts'
import type { Factura } from './estructura.ts'

type Receptor = NonNullable<Factura['receptor']>
type Linea = Factura['cuerpoDocumento'][number]

/** Not listed in lines of 01, because prices include IVA. */
const TRIBUTOS_AJENOS = ['20', 'C3']

const needsIdentity = ({ resumen }: Factura) =>
  resumen.montoTotalOperacion >= MONTO_CON_RECEPTOR_IDENTIFICADO
const NEEDS_IDENTITY = `Desde ${toText(MONTO_CON_RECEPTOR_IDENTIFICADO)} dólares la factura identifica al receptor`

const RETIENE = 'Quien retiene IVA es un contribuyente con nombre y NIT'

const IDENTIFICADO: readonly Rule<Factura>[] = [
  {
    name: 'receptor desde el monto legal',
    rule: 'DL487-119G',
    field: 'receptor',
    holds: (d) => d.receptor !== null || !needsIdentity(d),
    message: `${NEEDS_IDENTITY}; escriba su nombre, tipoDocumento y numDocumento.`,
  },
  {
    name: 'receptor que retiene',
    rule: 'CT-162',
    field: 'receptor',
    holds: (d) => d.receptor !== null || d.resumen.ivaRete === CERO || needsIdentity(d),
    message: `${RETIENE}; escriba su nombre y numDocumento, o quite aplicarRetencionIva.`,
  },
]

/** It may be the issuer itself, which invoices what it takes for its own use: Ley de IVA art. 11. */
const RECEPTOR: readonly Rule<Receptor, Factura>[] = [
  {
    name: 'nombre del receptor desde el monto legal',
    rule: 'DL487-119G',
    field: 'nombre',
    holds: (r, d) => r.nombre !== null || !needsIdentity(d),
    message: `${NEEDS_IDENTITY}; escriba su nombre.`,
  },
  {
    name: 'documento del receptor desde el monto legal',
    rule: 'DL487-119G',
    field: 'numDocumento',
    holds: (r, d) => r.numDocumento !== null || !needsIdentity(d),
    message: `${NEEDS_IDENTITY}; escriba su numDocumento.`,
  },
  {
    name: 'documento del receptor que retiene',
    rule: 'CT-162',
    field: 'numDocumento',
    holds: (r, d) => r.numDocumento !== null || d.resumen.ivaRete === CERO || needsIdentity(d),
    message: `${RETIENE}; escriba su numDocumento.`,
  },
  ...DOCUMENTO_DE_IDENTIDAD,
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
]

const LINEA: readonly Rule<Linea, Factura>[] = [
  {
    name: 'sin IVA entre los tributos de la línea',
    rule: 'IV-96',
    field: 'tributos',
    holds: ({ tributos }) => !tributos?.some((codigo) => TRIBUTOS_AJENOS.includes(codigo)),
    message: 'La factura lleva el IVA en el precio; no lo liste entre los tributos de la línea.',
  },
  {
    name: 'IVA de la línea',
    rule: 'MF-53',
    field: 'ivaItem',
    holds: (l) => isClose(l.ivaItem, ivaDentroDe(l.ventaGravada)),
    message: (l) => `ivaItem dice ${toText(l.ivaItem)} y no es 13/113 de la venta gravada.`,
  },
]

const RESUMEN: readonly Rule<Factura['resumen'], Factura>[] = [
  suma('montoTotalOperacion', ({ resumen: r }: Factura) =>
    sum([r.subTotal, sumOfTributos(r.tributos)]),
  ),
  suma('totalPagar', ({ resumen: r }: Factura) =>
    positivePart((r.montoTotalOperacion - r.ivaRete + r.totalNoGravado) as Monto),
  ),
  {
    name: 'totalIva calculado',
    rule: 'MF-53',
    field: 'totalIva',
    holds: (r, d) => isClose(r.totalIva, totalIva(d)),
    message: (r, d) =>
      `totalIva dice ${toText(r.totalIva)} y el cálculo da ${toText(totalIva(d))}.`,
  },
  {
    name: 'retención del 1 %',
    rule: 'CT-162',
    field: 'ivaRete',
    holds: (r) => r.ivaRete === CERO || isClose(r.ivaRete, unoPorCiento(sinIva(neto(r)))),
    message: (r) => `ivaRete dice ${toText(r.ivaRete)} y no es el 1 % del valor sin IVA.`,
  },
]

const TRIBUTOS = lineaConTributos(TRIBUTOS_CON_IVA_EN_PRECIO)

export const RULES_01: readonly Grupo<Factura>[] = [
  ...BEFORE_RECEPTOR,
  ...origenesDe(['04', '08', '09']),
  about('', (d: Factura) => d, IDENTIFICADO),
  about('receptor', (d: Factura) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: Factura) => d.receptor?.direccion ?? null, [
    ...direccionDe(isResidente),
  ]),
  ...AFTER_RECEPTOR,
  aboutEach('cuerpoDocumento', (d: Factura) => d.cuerpoDocumento, LINEA),
  aboutEach('cuerpoDocumento', (d: Factura) => d.cuerpoDocumento, TRIBUTOS),
  about('resumen', (d: Factura) => d.resumen, RESUMEN),
  about('resumen', (d: Factura) => d.resumen, RESUMEN_DE_TRIBUTOS),
]

function neto(r: Factura['resumen']): Monto {
  return (r.totalGravada - r.descuGravada) as Monto
}

function totalIva({ cuerpoDocumento, resumen }: Factura): Monto {
  if (resumen.descuGravada !== CERO) return ivaDentroDe(neto(resumen))
  return sum(cuerpoDocumento.map(({ ivaItem }) => ivaItem))
}
