import { issueCertificadoMH } from '../certificate/issue.ts'
import { json } from '../http/reply.ts'
import { toTaxpayer } from '../world/taxpayers.ts'
import { type Action, isText, readObject, required } from './action.ts'
import { readNit } from './taxpayers.ts'

const YEARS = 1

/**
 * Makes a certificate with a new key and registers its taxpayer with it: all that a program needs to transmit. The
 * private key is in the answer and is not kept.
 */
export const issueCertificate: Action = {
  method: 'POST',
  path: '/_sim/certificates',
  handle: (world, { body }) => {
    const b = readObject(body, ['nit', 'nombre', 'password', 'keyPassword'])
    const nit = readNit(b.nit)
    const nombre = required(b.nombre, 'nombre', isText)
    const password = required(b.password, 'password', isText)
    const validFrom = world.clock.now()
    const validTo = new Date(validFrom)
    validTo.setUTCFullYear(validTo.getUTCFullYear() + YEARS)
    const { xml, publicKeyPem } = issueCertificadoMH({
      ...{ nit, nombre, validFrom, validTo, random: world.options.random },
      password: required(b.keyPassword, 'keyPassword', isText),
    })
    const isKnown = world.taxpayers.has(nit)
    world.taxpayers.set(nit, toTaxpayer({ nit, nombre, password, publicKeyPem }))
    const vigencia = { validFrom: validFrom.toISOString(), validTo: validTo.toISOString() }
    return json(isKnown ? 200 : 201, { nit, ...vigencia, certificadoMH: xml, publicKeyPem })
  },
}
