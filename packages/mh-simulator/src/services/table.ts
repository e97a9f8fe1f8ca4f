/** The ministry's services, by path. */
import { auth } from './auth.ts'
import { consultadte } from './consultadte.ts'
import { recepciondte } from './recepciondte.ts'
import type { Service } from './service.ts'

export const SERVICES: readonly Service[] = [auth, recepciondte, consultadte]
