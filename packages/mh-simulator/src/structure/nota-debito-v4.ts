/** 06, Nota de débito, version 4. */
import * as n from './nodes.ts'
import * as nota from './nota.ts'
import { identificacionDe } from './shared.ts'

export const notaDebitoV4 = n.objeto({
  ...nota.secciones,
  identificacion: n.objeto({
    ...identificacionDe('06', 4),
    fusion: n.orNull(n.texto(9, 14, /^(?:\d{14}|\d{9})$/)),
  }),
  receptor: n.objeto({ ...nota.receptor, codActividad: n.texto() }),
  resumen: n.objeto({ ...nota.resumen, numPagoElectronico: n.orNull(n.texto(0, 100)) }),
})
