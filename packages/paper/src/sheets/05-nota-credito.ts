/** 05, Nota de crédito, version 4. */
import { nota } from './nota.ts'

export const notaCredito = nota('Nota de crédito')
