/** 05, Nota de crédito, version 4. */
import * as n from './nodes.ts'
import * as nota from './nota.ts'
import { identificacionDe } from './shared.ts'

/** Nine or fourteen digits, not all the same, and not starting with seven zeros. */
const NIT_ABSORBIDO = /^(?!(\d)\1+$)(?!0{7})(?:\d{14}|\d{9})$/

export const notaCreditoV4 = n.objeto({
  ...nota.secciones,
  identificacion: n.objeto({
    ...identificacionDe('05', 4),
    fusion: n.orNull(n.texto(9, 14, NIT_ABSORBIDO)),
  }),
  receptor: n.objeto(nota.receptor),
  resumen: n.objeto(nota.resumen),
})
