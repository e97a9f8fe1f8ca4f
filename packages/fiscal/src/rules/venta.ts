/** Every rule that 01 and 03 share, in the order of the document. */
import type { Documento } from '../documento.ts'
import { CERO } from '../monto.ts'
import { EMISOR_GROUPS } from './emisor.ts'
import { IDENTIFICACION_GROUPS } from './identificacion.ts'
import { LINEA } from './linea.ts'
import { PAGOS_GROUPS } from './pagos.ts'
import { about, aboutEach, type Grupo, type Rule } from './rule.ts'
import { SUMAS_GROUPS } from './sumas.ts'
import { TEXTOS } from './textos.ts'
import { VENTA_TERCERO_GROUPS } from './venta-tercero.ts'

const CUERPO: readonly Rule<Documento>[] = [
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

export const BEFORE_RECEPTOR: readonly Grupo<Documento>[] = [
  ...IDENTIFICACION_GROUPS,
  ...EMISOR_GROUPS,
]

export const AFTER_RECEPTOR: readonly Grupo<Documento>[] = [
  ...VENTA_TERCERO_GROUPS,
  aboutEach('cuerpoDocumento', (d: Documento) => d.cuerpoDocumento, LINEA),
  about('', (d: Documento) => d, CUERPO),
  ...SUMAS_GROUPS,
  ...PAGOS_GROUPS,
  TEXTOS,
]
