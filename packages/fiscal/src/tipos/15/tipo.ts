/**
 * 15, Comprobante de donación: a qualified entity, the issuer, states what a donor, the receptor, gave it: money, goods
 * and services, in one document if they come together.
 */
import { PAGOS_15_MIXTO, type PagosDe15 } from '../../criterios.ts'
import type { Emisor } from '../../documento.ts'
import { CERO, sum } from '../../monto.ts'
import type { ReceptorRequest } from '../../request.ts'
import type { Venta } from '../../venta.ts'
import type { Cuenta, Paso } from '../cuenta.ts'
import { PASOS_DE_DONACION } from '../linea.ts'
import { sumOf } from '../pasos.ts'
import { descActividad, NIT, tipoDocumento, withoutHyphens } from '../receptor.ts'
import { letrasDe, seccionesDeVenta } from '../secciones.ts'
import { sinContingencia } from '../sin-contingencia.ts'
import type { TipoDef } from '../tipo.ts'
import { version } from '../version.ts'
import type { Donacion } from './estructura.ts'
import { donacionV2 } from './estructura.ts'
import { RULES_15 } from './reglas.ts'

const VERSION = 2
const EFECTIVO = 1
const EL_SALVADOR = 'SV'
const [DOMICILIADO, NO_DOMICILIADO] = [1, 2]
const DUI = '13'
const OTRO = '37'
/** CAT-021. */
const DEL_EMISOR = 1
const BILLETES_Y_MONEDAS = '01'

/** The steps of the summary, by what the payments add up to. */
export function pasosDe15(pagos: PagosDe15 = PAGOS_15_MIXTO): readonly Paso[] {
  return [
    {
      importe: 'valorTotal',
      formula: 'R2(Σ valor)',
      r2: (_, base) => sumOf(base, 'valor'),
    },
    {
      importe: 'efectivo',
      formula:
        pagos === 'efectivo'
          ? 'R2(Σ valor de lo que se da en efectivo): lo que suman los pagos'
          : 'valorTotal si algo se da en efectivo: lo que suman los pagos',
      r2: (c, { lineas }) => {
        const inMoney = lineas.filter(({ tipoDonacion }) => tipoDonacion === EFECTIVO)
        if (inMoney.length === 0) return CERO
        return pagos === 'total' ? c.valorTotal : sum(inMoney.map(({ valor = CERO }) => valor))
      },
    },
  ]
}

export const comprobanteDeDonacion: TipoDef<Donacion> = {
  tipoDte: '15',
  nombre: 'Comprobante de donación',
  palabras: { nombre: 'Donación', genero: 'femenino', letra: 'O' },
  source: 'docs/sources.md#15',
  versions: [version(VERSION, '2026-08-01', donacionV2)],
  versionesAnteriores: [1],
  receptor: 'ReceptorDonante',
  formularioDelReceptor: [
    'tipoDocumento',
    'numDocumento',
    'nrc',
    'nombre',
    'codPais',
    'codDomiciliado',
    'codActividad',
    'direccion',
    'telefono',
    'correo',
  ],
  precios: 'sin impuesto',
  members: {
    receptor: 'required',
    items: 'required',
    retencion: 'forbidden',
    liquidacion: 'forbidden',
    liquidacionContable: 'forbidden',
    observaciones: 'forbidden',
    bienTitulo: 'forbidden',
    condicionOperacion: 'forbidden',
    descuentos: 'forbidden',
    pagos: 'optional',
    formaPago: 'optional',
    plazo: 'forbidden',
    periodo: 'forbidden',
    ventaTercero: 'forbidden',
    aplicarRetencionIva: 'forbidden',
    aplicarPercepcionIva: 'forbidden',
    documentosRelacionados: 'forbidden',
    origenes: 'forbidden',
    otrosDocumentos: 'optional',
    compraTercero: 'forbidden',
    fusion: 'forbidden',
    numPagoElectronico: 'forbidden',
    exportacion: 'forbidden',
    aplicarReteRenta: 'forbidden',
    descuento: 'forbidden',
  },
  itemMembers: {
    tipoItem: 'forbidden',
    montoDescu: 'forbidden',
    tipoDonacion: 'required',
    depreciacion: 'optional',
    tipoVenta: 'forbidden',
    noGravado: 'forbidden',
    tributos: 'forbidden',
    codTributo: 'forbidden',
    numeroDocumento: 'forbidden',
  },
  tributos: null,
  contingencia: false,
  retorno: null,
  invalidacion: {
    plazo: 'mes siguiente',
    sinReemplazo: null,
    fechaDelDocumento: true,
    enAnexo: false,
  },
  ajustable: false,
  libro: null,
  ventas: 0,
  pasos: pasosDe15(),
  pasosDeLinea: PASOS_DE_DONACION,

  linea(renglon, numItem, importes) {
    return {
      numItem,
      // Null if the request omits it, which a rule reports.
      tipoDonacion: renglon.tipoDonacion as number,
      cantidad: renglon.cantidad,
      codigo: renglon.codigo,
      uniMedida: renglon.uniMedida,
      descripcion: renglon.descripcion,
      tipoDepreciacion: renglon.depreciacion,
      valorUni: renglon.precioUni,
      valor: importes.valor,
    }
  },

  documento({ identificacion, emisor, receptor, venta, lineas, cuenta }) {
    return {
      identificacion: {
        ...{ version: VERSION, tipoDte: '15', ...sinContingencia(identificacion) },
        tipoOperacion: 1,
      },
      emisor: emisorDe(emisor),
      receptor: receptorDe(receptor ?? {}),
      otrosDocumentos: otrosDocumentosDe(venta),
      cuerpoDocumento: lineas,
      resumen: {
        valorTotal: cuenta.valorTotal,
        totalLetras: letrasDe(cuenta.valorTotal),
        pagos: pagosDe(cuenta, venta),
      },
      apendice: seccionesDeVenta(venta).apendice,
    }
  },

  rules: RULES_15,
}

/** The structure has the NIT as any identity document. */
function emisorDe({ nit, ...emisor }: Emisor): Donacion['emisor'] {
  return { tipoDocumento: NIT, numDocumento: nit, ...emisor }
}

/** A member missing in the request is null here, and the type's rules report it. */
function receptorDe(receptor: ReceptorRequest): Donacion['receptor'] {
  const { codPais, numDocumento } = receptor
  const isAbroad = (codPais ?? EL_SALVADOR) !== EL_SALVADOR
  // Nine digits abroad are not a DUI.
  const kind = receptor.tipoDocumento ?? (isAbroad ? OTRO : tipoDocumento(receptor))
  const isLocal = kind === NIT || kind === DUI
  const codDomiciliado = receptor.codDomiciliado ?? (isAbroad ? NO_DOMICILIADO : DOMICILIADO)
  const partes = {
    tipoDocumento: kind ?? NIT, // without a number, which is reported
    numDocumento: isLocal ? withoutHyphens(numDocumento) : (numDocumento ?? null),
    nrc: withoutHyphens(receptor.nrc),
    nombre: receptor.nombre ?? null,
    codActividad: receptor.codActividad ?? null,
    descActividad: descActividad(receptor),
    direccion: receptor.direccion ? { ...receptor.direccion } : null,
    telefono: receptor.telefono ?? null,
    correo: receptor.correo ?? null,
    codDomiciliado,
    codPais: codPais ?? (codDomiciliado === DOMICILIADO ? EL_SALVADOR : null),
  }
  return partes as Donacion['receptor']
}

/** The resolution comes first; a company without one is refused. */
function otrosDocumentosDe({ resolucion, otrosDocumentos }: Venta): Donacion['otrosDocumentos'] {
  const own = resolucion ? [{ codDocAsociado: DEL_EMISOR, ...resolucion }] : []
  return [...own, ...otrosDocumentos].map(
    ({ codDocAsociado, descDocumento, detalleDocumento }) => ({
      codDocAsociado,
      descDocumento: descDocumento ?? null,
      detalleDocumento: detalleDocumento ?? null,
    }),
  )
}

/** Of the money only: goods and services are not paid. */
function pagosDe({ efectivo }: Cuenta, { pago }: Venta): Donacion['resumen']['pagos'] {
  if (pago.pagos) {
    return pago.pagos.map(({ codigo, montoPago, referencia }) => ({
      codigo,
      montoPago,
      referencia: referencia ?? null,
    }))
  }
  if (efectivo === CERO) return null
  return [{ codigo: pago.formaPago ?? BILLETES_Y_MONEDAS, montoPago: efectivo, referencia: null }]
}
