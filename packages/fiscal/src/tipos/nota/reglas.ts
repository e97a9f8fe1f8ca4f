/** Rules that the structures of 05 and 06 do not express. Sources: docs/sources.md#notas, #receptor. */
import type { Nota } from '../../documento.ts'
import { CERO, type Monto, plus, positivePart, sum, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe } from '../../rules/direccion.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { EMISOR_GROUPS } from '../../rules/emisor.ts'
import { isNit } from '../../rules/identidad.ts'
import { IDENTIFICACION_GROUPS } from '../../rules/identificacion.ts'
import { LINEA } from '../../rules/linea.ts'
import { CONDICION } from '../../rules/pagos.ts'
import { ACTIVIDAD, CORREO, NIT_MAL, NRC, otroQueElEmisor, TELEFONO } from '../../rules/persona.ts'
import { LINEAS_RELACIONADAS_GROUPS, RELACIONADOS_GROUPS } from '../../rules/relacionados.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { lineaConTributos, RESUMEN_DE_TRIBUTOS } from '../../rules/tributos.ts'
import { CUERPO } from '../../rules/venta.ts'
import { VENTA_TERCERO_GROUPS } from '../../rules/venta-tercero.ts'
import { ivaSobre, unoPorCiento } from '../../tasas.ts'
import { IVA_EN_LINEA } from '../03/reglas.ts'
import { sumOfTributos, TRIBUTOS_CON_IVA_APARTE } from '../tributos.ts'

type Receptor = Nota['receptor']
type Linea = Nota['cuerpoDocumento'][number]
type Resumen = Nota['resumen']

const TRIBUTO_IVA = '20'
const RETENCION_UNO_POR_CIENTO = '22'
/** How a taxpayer who buys with a 03 is identified: by NIT, which may be a DUI. */
const DE_CONTRIBUYENTE: ReadonlySet<string> = new Set(['36', '13'])

const RECEPTOR: readonly Rule<Receptor, Nota>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['numDocumento', 'Falta el documento del receptor; escriba el NIT del receptor del documento que se ajusta.'],
    ['nrc',          'Falta el NRC del receptor; la nota ajusta un crédito fiscal, que es para contribuyentes inscritos.'],
    ['nombre',       'Falta el nombre del receptor; escríbalo.'],
    ['codActividad', 'Falta la actividad económica del receptor; escriba su código de CAT-019.'],
    ['direccion',    'Falta la dirección del receptor; escriba departamento, municipio, distrito y complemento.'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  {
    name: 'receptor contribuyente',
    rule: 'IV-receptor',
    field: 'tipoDocumento',
    // Another row checks unknown codes.
    holds: ({ tipoDocumento }) =>
      DE_CONTRIBUYENTE.has(tipoDocumento) || !isOfAPerson(tipoDocumento),
    message: 'El receptor de un crédito fiscal se identifica con NIT (36) o DUI homologado (13).',
  },
  otroQueElEmisor('numDocumento', 'el receptor'),
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
]

function isOfAPerson(tipoDocumento: string): boolean {
  return ['02', '03', '37'].includes(tipoDocumento)
}

const LINEA_DE_NOTA: readonly Rule<Linea, Nota>[] = [
  IVA_EN_LINEA,
  {
    name: 'retención de la línea',
    rule: 'CT-162',
    field: 'ivaRete',
    holds: (l) => isCeroOrUnoPorCiento(l.ivaRete, l),
    message: (l) => `ivaRete dice ${toText(l.ivaRete)} y no es el 1 % de la venta gravada.`,
  },
  {
    name: 'percepción de la línea',
    rule: 'CT-163',
    field: 'ivaPerci',
    holds: (l) => isCeroOrUnoPorCiento(l.ivaPerci, l),
    message: (l) => `ivaPerci dice ${toText(l.ivaPerci)} y no es el 1 % de la venta gravada.`,
  },
  {
    name: 'totalIva de la línea en cero',
    rule: 'IV-notas',
    field: 'totalIva',
    holds: ({ totalIva }) => totalIva === CERO,
    message: 'totalIva es de las notas sobre comprobantes de retención (07); escriba 0.',
  },
]

const RESUMEN: readonly Rule<Resumen, Nota>[] = [
  suma('totalNoSuj', (d: Nota) => total(d, 'ventaNoSuj')),
  suma('totalExenta', (d: Nota) => total(d, 'ventaExenta')),
  suma('totalGravada', (d: Nota) => total(d, 'ventaGravada')),
  suma('subTotalVentas', ({ resumen: r }: Nota) =>
    sum([r.totalNoSuj, r.totalExenta, r.totalGravada]),
  ),
  suma('totalDescu', (d: Nota) => total(d, 'montoDescu')),
  {
    name: 'IVA del resumen',
    rule: 'MF-53',
    field: 'tributos',
    holds: (r) => isClose(iva(r), ivaSobre(r.totalGravada)),
    message: (r) => `El IVA dice ${toText(iva(r))} y no es el 13 % de las ventas gravadas.`,
  },
  suma('montoTotalOperacion', ({ resumen: r }: Nota) =>
    plus(r.subTotalVentas, sumOfTributos(r.tributos)),
  ),
  suma('ivaPerci', (d: Nota) => total(d, 'ivaPerci')),
  suma('ivaRete', (d: Nota) => total(d, 'ivaRete')),
  {
    name: 'totalIva en cero',
    rule: 'IV-notas',
    field: 'totalIva',
    holds: ({ totalIva }) => totalIva === CERO,
    message: 'totalIva es de las notas sobre comprobantes de retención (07); escriba 0.',
  },
  suma('totalNoGravado', (d: Nota) => total(d, 'noGravado')),
  suma('totalPagar', ({ resumen }: Nota) => positivePart(saldo(resumen))),
  {
    name: 'abonos dentro del total de la nota',
    rule: 'IV-saldoFavor',
    field: 'totalNoGravado',
    // Another row checks notes without a line that sells.
    holds: (r, d) => saldo(r) >= CERO || !d.cuerpoDocumento.some(isSale),
    message: (r) =>
      `Los abonos exceden en ${toText(-saldo(r) as Monto)} el total de la nota, que no tiene dónde decir un saldo a favor; redúzcalos.`,
  },
  {
    name: 'código de la retención',
    rule: 'CAT-006',
    field: 'codigoRetencionMH',
    holds: ({ codigoRetencionMH }, d) => codigoRetencionMH === codigoDe(d),
    message: (_, d) =>
      codigoDe(d) === null
        ? 'La nota no retiene IVA; deje codigoRetencionMH en null.'
        : `La nota retiene el 1 % de IVA; su codigoRetencionMH es ${codigoDe(d)}.`,
  },
]

const FUSION: readonly Rule<Nota>[] = [
  {
    name: 'NIT de la empresa absorbida',
    rule: 'IV-NIT',
    field: 'identificacion.fusion',
    holds: ({ identificacion: { fusion } }) => fusion === null || isNit(fusion),
    message: ({ identificacion: { fusion } }) =>
      `El NIT "${fusion}" de la empresa absorbida ${NIT_MAL}`,
  },
  {
    name: 'empresa absorbida distinta del emisor',
    rule: 'MF-31',
    field: 'identificacion.fusion',
    holds: ({ identificacion: { fusion }, emisor }) => fusion !== emisor.nit,
    message: 'Es el NIT del propio emisor; escriba el de la empresa que absorbió, o quite fusion.',
  },
]

export const RULES_DE_NOTA: readonly Grupo<Nota>[] = [
  ...IDENTIFICACION_GROUPS,
  about('', (d: Nota) => d, FUSION),
  ...RELACIONADOS_GROUPS,
  ...EMISOR_GROUPS,
  about('receptor', (d: Nota) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: Nota) => d.receptor.direccion, [...direccionDe(() => true)]),
  ...VENTA_TERCERO_GROUPS,
  ...LINEAS_RELACIONADAS_GROUPS,
  aboutEach('cuerpoDocumento', (d: Nota) => d.cuerpoDocumento, LINEA),
  about('', (d: Nota) => d, CUERPO),
  aboutEach('cuerpoDocumento', (d: Nota) => d.cuerpoDocumento, LINEA_DE_NOTA),
  aboutEach(
    'cuerpoDocumento',
    (d: Nota) => d.cuerpoDocumento,
    lineaConTributos(TRIBUTOS_CON_IVA_APARTE),
  ),
  about('resumen', (d: Nota) => d.resumen, RESUMEN),
  about('resumen', (d: Nota) => d.resumen, RESUMEN_DE_TRIBUTOS),
  about('resumen', (d: Nota) => d.resumen, CONDICION),
  TEXTOS,
]

function isCeroOrUnoPorCiento(stated: Monto, { ventaGravada }: Linea): boolean {
  return stated === CERO || isClose(stated, unoPorCiento(ventaGravada))
}

function isSale(l: Linea): boolean {
  return l.ventaNoSuj > CERO || l.ventaExenta > CERO || l.ventaGravada > CERO
}

/** The amount due, which a note cannot state if it is negative. */
function saldo(r: Resumen): Monto {
  const due = r.subTotalVentas + sumOfTributos(r.tributos) + r.ivaPerci - r.ivaRete
  return (due + r.totalNoGravado) as Monto
}

function codigoDe({ resumen }: Nota): string | null {
  return resumen.ivaRete > CERO ? RETENCION_UNO_POR_CIENTO : null
}

function iva(r: Resumen): Monto {
  return r.tributos?.find(({ codigo }) => codigo === TRIBUTO_IVA)?.valor ?? CERO
}

type Sumado =
  | 'ventaNoSuj'
  | 'ventaExenta'
  | 'ventaGravada'
  | 'montoDescu'
  | 'noGravado'
  | 'ivaPerci'
  | 'ivaRete'

function total({ cuerpoDocumento }: Nota, member: Sumado): Monto {
  let result = 0n
  for (const linea of cuerpoDocumento) result += linea[member]
  return result as Monto
}
