/** Every rule that 01 and 03 share, in the order of the document. */
import type { DocumentoDeEstablecimiento, DocumentoDeVenta } from '../documento.ts'
import { CERO } from '../monto.ts'
import { EMISOR_GROUPS, ESTABLECIMIENTO_GROUPS } from './emisor.ts'
import { IDENTIFICACION_GROUPS, SERIE_GROUPS } from './identificacion.ts'
import { LINEA, type LineaDeVenta } from './linea.ts'
import { PAGOS_GROUPS } from './pagos.ts'
import { about, aboutEach, type Grupo, type Rule } from './rule.ts'
import { SUMAS_GROUPS } from './sumas.ts'
import { TEXTOS } from './textos.ts'
import { VENTA_TERCERO_GROUPS } from './venta-tercero.ts'

export const CUERPO: readonly Rule<{ readonly cuerpoDocumento: readonly LineaDeVenta[] }>[] = [
  {
    name: 'alguna línea con venta',
    rule: 'MF-29',
    field: 'cuerpoDocumento',
    holds: ({ cuerpoDocumento }) =>
      cuerpoDocumento.some(
        (l) => l.ventaNoSuj > CERO || l.ventaExenta > CERO || l.ventaGravada > CERO,
      ),
    message: 'El documento necesita al menos una línea con una venta mayor que 0.',
  },
]

export const BEFORE_RECEPTOR: readonly Grupo<DocumentoDeEstablecimiento>[] = [
  ...SERIE_GROUPS,
  ...IDENTIFICACION_GROUPS,
  ...EMISOR_GROUPS,
  ...ESTABLECIMIENTO_GROUPS,
]

export const AFTER_RECEPTOR: readonly Grupo<DocumentoDeVenta>[] = [
  ...VENTA_TERCERO_GROUPS,
  aboutEach('cuerpoDocumento', (d: DocumentoDeVenta) => d.cuerpoDocumento, LINEA),
  about('', (d: DocumentoDeVenta) => d, CUERPO),
  ...SUMAS_GROUPS,
  ...PAGOS_GROUPS,
  TEXTOS,
]
