/** The codigoGeneracion in the path of a route. */
import { Refused } from '@sello/contract'
import { readUuid } from './parameters.ts'
import type { Asked } from './route.ts'

/** Returns it in capitals, as on the wire. 400 for another format. */
export const readCode = (params: Asked['params'], field = 'codigoGeneracion'): string =>
  readUuid(params, field).toUpperCase()

/** The same 404 for an unknown document and for one of another company or environment. */
export function noDocument() {
  return new Refused(
    'not_found',
    'No hay un documento con ese codigoGeneracion en esta empresa.',
    {},
  )
}
