/** A donation that never was: 15, of every kind. */
import type { Linea, PlainDocumento } from '../src/documento.ts'
import { COMPRA_LLENA } from './compra.ts'
import { FACTURA_LLENA, FACTURA_MINIMA } from './fixtures.ts'

type LineaDonada = Partial<Linea> & Pick<Linea, 'numItem'>

/** A line of what is donated has no price and no discount. */
export function lineaDonada(numItem: number, changes: Partial<Linea> = {}): Linea {
  const linea: LineaDonada = {
    numItem,
    tipoDonacion: 2,
    cantidad: 10,
    codigo: null,
    uniMedida: 59,
    descripcion: `Artículo donado número ${numItem}`,
    tipoDepreciacion: 1200,
    valorUni: 300,
    valor: 1800,
    ...changes,
  }
  return linea as unknown as Linea
}

const { tipoContingencia: _, motivoContin: __, ...identificacion } = FACTURA_MINIMA.identificacion
const { nit, ...emisor } = FACTURA_MINIMA.emisor

export const DONACION_LLENA: PlainDocumento = {
  identificacion: {
    ...identificacion,
    version: 2,
    tipoDte: '15',
    numeroControl: 'DTE-15-M001P001-000000000000015',
  },
  emisor: { ...emisor, ...(nit === undefined ? {} : { numDocumento: nit }) },
  receptor: {
    ...(COMPRA_LLENA.receptor ?? { telefono: null, correo: null }),
    nombre: 'Donante de Ejemplo, S.A. de C.V.',
    codDomiciliado: 1,
    codPais: 'SV',
  },
  otrosDocumentos: [
    {
      codDocAsociado: 1,
      descDocumento: 'Resolución 10001-NEX-0000-2026',
      detalleDocumento: 'Resolución que califica para recibir donaciones',
    },
  ],
  cuerpoDocumento: [
    lineaDonada(1),
    lineaDonada(2, {
      tipoDonacion: 1,
      cantidad: 1,
      uniMedida: 99,
      descripcion: 'Transferencia',
      tipoDepreciacion: 0,
      valorUni: 250,
      valor: 250,
    }),
  ],
  resumen: {
    valorTotal: 2050,
    totalLetras: 'DOS MIL CINCUENTA 00/100 DOLARES',
    pagos: [{ codigo: '05', montoPago: 250, referencia: 'TRF-0001', plazo: null, periodo: null }],
  } as unknown as PlainDocumento['resumen'],
  apendice: FACTURA_LLENA.apendice,
}
