/** Rules that the structure of 15 does not express. Source: docs/sources.md#15. */
import { UNIDADES_MEDIDA } from '../../catalogos/cat-014-unidad-medida.ts'
import { TIPOS_DONACION } from '../../catalogos/cat-026-tipo-donacion.ts'
import { DOMICILIOS_FISCALES } from '../../catalogos/cat-032-domicilio-fiscal.ts'
import { isCode } from '../../catalogos/catalogo.ts'
import { PAGOS_15_MIXTO } from '../../criterios.ts'
import { CERO, type Monto, minus, monto, round, sum, times, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe } from '../../rules/direccion.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { MEDIO_DE_PAGO } from '../../rules/pagos.ts'
import { ACTIVIDAD, CORREO, NRC, otroQueElEmisor, PAIS, TELEFONO } from '../../rules/persona.ts'
import { about, aboutEach, type Grupo, over, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { BEFORE_RECEPTOR } from '../../rules/venta.ts'
import type { Donacion } from './estructura.ts'

type Receptor = Donacion['receptor']
type Linea = Donacion['cuerpoDocumento'][number]
type Resumen = Donacion['resumen']

const [EFECTIVO, BIEN] = [1, 2]
const [DOMICILIADO, NO_DOMICILIADO] = [1, 2]
const EL_SALVADOR = 'SV'
const OTRA_UNIDAD = 99
const UNO = monto(1)
/** A stand-in that the ministry has sealed; the law wants to know who gives. */
const SIN_DOCUMENTO = /^sin\b|^s\/?n$/i

const RECEPTOR: readonly Rule<Receptor, Donacion>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['numDocumento', 'Falta el documento del donante; escríbalo en numDocumento.'],
    ['nombre',       'Falta el nombre del donante; escríbalo.'],
    ['codPais',      'Falta el país del donante; escriba su código de CAT-020 en codPais.'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  {
    name: 'identidad del donante',
    rule: 'DL487-119G',
    field: 'numDocumento',
    holds: ({ numDocumento }) => numDocumento === null || !SIN_DOCUMENTO.test(numDocumento),
    message: ({ numDocumento }) =>
      `"${numDocumento}" no identifica a nadie, y el comprobante dice quién dona; escriba el número de su documento.`,
  },
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
  PAIS,
  {
    name: 'domicilio del donante del catálogo',
    rule: 'CAT-032',
    field: 'codDomiciliado',
    holds: ({ codDomiciliado }) => isCode(DOMICILIOS_FISCALES, codDomiciliado),
    message: 'El domicilio fiscal del donante es 1 (domiciliado) o 2 (no domiciliado); corríjalo.',
  },
  {
    name: 'donante domiciliado en el país',
    rule: 'IV-donacion',
    field: 'codPais',
    holds: ({ codDomiciliado, codPais }) =>
      codDomiciliado !== DOMICILIADO || codPais === null || codPais === EL_SALVADOR,
    message: ({ codPais }) =>
      `Un donante domiciliado (1) es de SV, y codPais dice "${codPais}"; corrija uno de los dos.`,
  },
  {
    name: 'dirección de un donante domiciliado',
    rule: 'IV-donacion',
    field: 'direccion',
    holds: ({ codDomiciliado, direccion }) => codDomiciliado !== DOMICILIADO || direccion !== null,
    message:
      'Falta la dirección del donante; escriba departamento, municipio, distrito y complemento.',
  },
  {
    name: 'donante de fuera sin dirección del país',
    rule: 'IV-donacion',
    field: 'direccion',
    holds: ({ codDomiciliado, direccion }) =>
      codDomiciliado !== NO_DOMICILIADO || direccion === null,
    message:
      'Un donante no domiciliado no lleva direccion, que es del país: quítela y escriba la suya en apendice.',
  },
]

const isMoney = ({ tipoDonacion }: Linea) => tipoDonacion === EFECTIVO
const isGoods = ({ tipoDonacion }: Linea) => tipoDonacion === BIEN
const bruto = (l: Linea) => round(times(l.cantidad, l.valorUni), 8)

const LINEA: readonly Rule<Linea>[] = [
  {
    name: 'tipo de donación del catálogo',
    rule: 'CAT-026',
    field: 'tipoDonacion',
    holds: ({ tipoDonacion }) => isCode(TIPOS_DONACION, tipoDonacion),
    message: 'Escriba lo que se dona en tipoDonacion: 1 (efectivo), 2 (bien) o 3 (servicio).',
  },
  {
    name: 'unidad de medida de los bienes donados',
    rule: 'CAT-014',
    field: 'uniMedida',
    holds: ({ uniMedida }) => isCode(UNIDADES_MEDIDA, uniMedida),
    message: ({ uniMedida }) =>
      `La unidad de medida ${uniMedida} no existe; use un código de CAT-014, por ejemplo 59 (unidad).`,
  },
  {
    name: 'efectivo con cantidad 1',
    rule: 'IV-donacion',
    field: 'cantidad',
    holds: (l) => !isMoney(l) || l.cantidad === UNO,
    message: 'Lo que se dona en efectivo lleva cantidad 1; ponga el monto en precioUni.',
  },
  {
    name: 'unidad 99 de lo que no es un bien',
    rule: 'IV-donacion',
    field: 'uniMedida',
    holds: (l) =>
      isGoods(l) || !isCode(TIPOS_DONACION, l.tipoDonacion) || l.uniMedida === OTRA_UNIDAD,
    message: 'El efectivo y los servicios llevan la unidad de medida 99; omítala o escriba 99.',
  },
  {
    name: 'depreciación solo de bienes',
    rule: 'IV-donacion',
    field: 'tipoDepreciacion',
    holds: (l) =>
      isGoods(l) || !isCode(TIPOS_DONACION, l.tipoDonacion) || l.tipoDepreciacion === CERO,
    message: 'Solo los bienes pierden valor con el uso; quite depreciacion.',
  },
  {
    name: 'depreciación dentro del valor',
    rule: 'IV-donacion',
    field: 'tipoDepreciacion',
    holds: (l) => l.tipoDepreciacion <= bruto(l),
    message: (l) =>
      `La depreciación ${toText(l.tipoDepreciacion)} es mayor que el valor de la línea, ${toText(bruto(l))}; redúzcala.`,
  },
  {
    name: 'valor de la donación',
    rule: 'MF-53',
    field: 'valor',
    holds: (l) => isClose(l.valor, minus(bruto(l), l.tipoDepreciacion)),
    message: (l) =>
      `El valor de la línea, ${toText(l.valor)}, no es cantidad por valor unitario menos depreciación.`,
  },
]

const CUERPO: readonly Rule<Donacion>[] = [
  {
    name: 'alguna línea con valor',
    rule: 'IV-donacion',
    field: 'cuerpoDocumento',
    holds: ({ cuerpoDocumento }) => cuerpoDocumento.some(({ valor }) => valor > CERO),
    message: 'El comprobante necesita al menos una línea con un valor mayor que 0.',
  },
]

const total = (lineas: readonly Linea[]): Monto => sum(lineas.map(({ valor }) => valor))
const due = ({ cuerpoDocumento, resumen }: Donacion): Monto => {
  const inMoney = cuerpoDocumento.filter(isMoney)
  if (inMoney.length === 0) return CERO
  return PAGOS_15_MIXTO === 'total' ? resumen.valorTotal : round(total(inMoney), 2)
}
const paid = ({ pagos }: Resumen): Monto => sum((pagos ?? []).map(({ montoPago }) => montoPago))

const RESUMEN: readonly Rule<Resumen, Donacion>[] = [
  suma('valorTotal', ({ cuerpoDocumento }: Donacion) => total(cuerpoDocumento)),
  {
    name: 'pagos de lo que se da en efectivo',
    rule: 'IV-donacion',
    field: 'pagos',
    holds: (r, d) => paid(r) === due(d) && (r.pagos === null) === (due(d) === CERO),
    message: (r, d) =>
      due(d) === CERO
        ? 'Nada se da en efectivo, así que nada se paga; quite pagos.'
        : `Los pagos suman ${toText(paid(r))} y en efectivo se dan ${toText(due(d))}; corríjalos.`,
  },
]

export const RULES_15: readonly Grupo<Donacion>[] = [
  ...over(asSale, BEFORE_RECEPTOR),
  about('receptor', (d: Donacion) => d.receptor, RECEPTOR),
  ...over(asSale, [
    about('receptor', (d: ReturnType<typeof asSale>) => d.receptor, [
      otroQueElEmisor('numDocumento', 'el donante'),
    ]),
  ]),
  about('receptor.direccion', (d: Donacion) => d.receptor.direccion, [...direccionDe(() => true)]),
  aboutEach('cuerpoDocumento', (d: Donacion) => d.cuerpoDocumento, LINEA),
  about('', (d: Donacion) => d, CUERPO),
  about('resumen', (d: Donacion) => d.resumen, RESUMEN),
  aboutEach('resumen.pagos', (d: Donacion) => d.resumen.pagos, MEDIO_DE_PAGO),
  TEXTOS,
]

/** In the form that the rules of other types expect: with the NIT and the model under their names. */
function asSale({ identificacion, emisor, ...rest }: Donacion) {
  return {
    ...rest,
    identificacion: { ...identificacion, tipoContingencia: null, motivoContin: null },
    emisor: { ...emisor, nit: emisor.numDocumento },
  }
}
