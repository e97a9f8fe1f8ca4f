import { json } from '../http/reply.ts'
import { type Action, BadScript, isText, readObject, required } from './action.ts'

/** Marks a sealed document as invalidated: documents that relate it are then refused with 015. */
export const addInvalidation: Action = {
  method: 'POST',
  path: '/_sim/invalidations',
  handle: (world, { body }) => {
    const b = readObject(body, ['codigoGeneracion'])
    const codigoGeneracion = required(b.codigoGeneracion, 'codigoGeneracion', isText)
    if (!world.ledger.isSealed(codigoGeneracion)) {
      throw new BadScript(`no sealed document ${codigoGeneracion}`)
    }
    world.relations.invalidate(codigoGeneracion)
    return json(200, { codigoGeneracion })
  },
}
