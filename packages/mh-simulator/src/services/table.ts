/** The ministry's services, by name. */
import { anulardte } from './anulardte.ts'
import { auth } from './auth.ts'
import { consultadte } from './consultadte.ts'
import { contingencia } from './contingencia.ts'
import { consultadtelote, recepcionlote } from './lotes.ts'
import { recepciondte } from './recepciondte.ts'
import type { Service } from './service.ts'

const BY_NAME = {
  auth,
  recepciondte,
  consultadte,
  anulardte,
  contingencia,
  recepcionlote,
  consultadtelote,
} as const satisfies Readonly<Record<string, Service>>

/** A service's name, by which scripts disturb it. */
export type ServiceName = keyof typeof BY_NAME

export interface NamedService extends Service {
  readonly name: ServiceName
}

export const SERVICES: readonly NamedService[] = Object.entries(BY_NAME).map(([name, service]) => ({
  ...service,
  name: name as ServiceName,
}))
