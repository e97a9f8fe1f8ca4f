/** 15, Comprobante de donación, version 2: the issuer is the donee, the receptor the donor. */
import { DOMICILIOS_FISCALES, FORMAS_PAGO, PAISES, TIPOS_DONACION } from '@sello/fiscal'
import type { Linea, Pago } from '../documento.ts'
import { APENDICE, ASSOCIATED_DONACION } from './associated.ts'
import { EMISOR, IDENTIFICACION, notices } from './header.ts'
import { codeAndName, codeWithName, direccion, nameOf, nrc, numDocumento, unidad } from './names.ts'
import { amount, DASH, quantity } from './numbers.ts'
import { documentoLabel, receptor, receptorField } from './receptor.ts'
import { type Sheet, table } from './sheet.ts'
import { total } from './totals.ts'

const DONADO = table<Linea>({
  title: 'Detalle de la donación',
  clase: 'A',
  rows: (p) => p.documento.cuerpoDocumento,
  // biome-ignore format: a table
  columns: [
    { label: 'N°',              align: 'right', width: 'fit',          value: (l) => String(l.numItem) },
    { label: 'Tipo',            align: 'left',  width: 'fit',          value: (l) => nameOf(TIPOS_DONACION, l.tipoDonacion ?? null) ?? DASH },
    { label: 'Cantidad',        align: 'right', width: 'fit',          value: (l) => quantity(l.cantidad) },
    { label: 'Unidad',          align: 'left',  width: 'fit', max: 44, value: (l) => unidad(l.uniMedida) },
    { label: 'Descripción',     align: 'left',  width: 'fill',         value: (l) => l.descripcion, sum: () => 'Suma' },
    { label: 'Código',          align: 'left',  width: 'fit', max: 56, value: (l) => l.codigo ?? DASH },
    { label: 'Depreciación',    align: 'right', width: 'fit',          value: (l) => amount(l.tipoDepreciacion) },
    { label: 'Valor\nunitario', align: 'right', width: 'fit',          value: (l) => amount(l.valorUni) },
    { label: 'Valor\ndonado',   align: 'right', width: 'fit',          value: (l) => amount(l.valor), sum: (r) => amount(r.valorTotal) },
  ],
})

/** Of the money; it has no term. */
const PAGOS_DE_DONACION = table<Pago>({
  title: 'Pagos',
  clase: 'D',
  rows: (p) => p.documento.resumen.pagos ?? [],
  // biome-ignore format: a table
  columns: [
    { label: 'Forma de pago', align: 'left',  width: 'fill',         value: (r) => nameOf(FORMAS_PAGO, r.codigo) ?? '' },
    { label: 'Referencia',    align: 'left',  width: 'fit', max: 90, value: (r) => r.referencia ?? DASH },
    { label: 'Monto',         align: 'right', width: 'fit',          value: (r) => amount(r.montoPago) },
  ],
})

export const comprobanteDeDonacion: Sheet = {
  nombre: 'Comprobante de donación',
  identificacion: IDENTIFICACION,
  emisor: EMISOR,
  notices,
  sections: [
    receptor(
      // biome-ignore format: a table
      [
        { ...receptorField('Nombre', 'A', (r) => r.nombre), strong: true },
        receptorField(documentoLabel, 'A', (r) => numDocumento(r.tipoDocumento, r.numDocumento)),
        receptorField('NRC',          'D', (r) => nrc(r.nrc)),
        receptorField('Actividad',    'D', (r) => codeAndName(r.codActividad, r.descActividad)),
        receptorField('Dirección',    'A', (r) => direccion(r.direccion)),
        receptorField('Domicilio',    'A', (r) => nameOf(DOMICILIOS_FISCALES, r.codDomiciliado ?? null)),
        receptorField('País',         'A', (r) => codeWithName(PAISES, r.codPais)),
        receptorField('Correo',       'D', (r) => r.correo),
        receptorField('Teléfono',     'D', (r) => r.telefono),
      ],
      'Donante',
    ),
    ASSOCIATED_DONACION,
    { kind: 'cuerpo', table: DONADO, documents: true },
    {
      kind: 'closing',
      // biome-ignore format: a table
      fields: [
        { clase: 'A', label: 'Valor en letras', value: (p) => p.documento.resumen.totalLetras, strong: true },
      ],
      pagos: PAGOS_DE_DONACION,
      note: null,
      totals: [],
      total: total('Total de la donación', (r) => r.valorTotal),
    },
    APENDICE,
  ],
}
