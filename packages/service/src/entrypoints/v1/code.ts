/** The codigoGeneracion in the path of a route. */
import { Refused } from '@sello/contract'
import { refuseFields } from '../http/body.ts'
import type { Asked } from './route.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns it in capitals, as on the wire. 400 for another format. */
export function readCode(params: Asked['params'], field = 'codigoGeneracion'): string {
  const { [field]: code = '' } = params
  if (UUID.test(code)) return code.toUpperCase()
  return refuseFields([{ field, message: 'debe tener la forma de un UUID.' }])
}

/** The same 404 for an unknown document and for one of another company or environment. */
export function noDocument() {
  return new Refused(
    'not_found',
    'No hay un documento con ese codigoGeneracion en esta empresa.',
    {},
  )
}
