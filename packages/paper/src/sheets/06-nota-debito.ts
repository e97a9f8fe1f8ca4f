/** 06, Nota de débito, version 4. */
import { nota } from './nota.ts'

export const notaDebito = nota('Nota de débito')
