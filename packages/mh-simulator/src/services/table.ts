/** The ministry's services, by path. */
import { anulardte } from './anulardte.ts'
import { auth } from './auth.ts'
import { consultadte } from './consultadte.ts'
import { contingencia } from './contingencia.ts'
import { consultadtelote, recepcionlote } from './lotes.ts'
import { recepciondte } from './recepciondte.ts'
import type { Service } from './service.ts'

export const SERVICES: readonly Service[] = [
  auth,
  recepciondte,
  consultadte,
  anulardte,
  contingencia,
  recepcionlote,
  consultadtelote,
]
