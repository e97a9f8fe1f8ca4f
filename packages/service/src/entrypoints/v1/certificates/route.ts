/** GET and HEAD /v1/certificates/{nit}: public keys, for verifying documents. Needs no API key. */
import { Refused } from '@sello/contract'
import { listCertificates } from '../../../ledger/companies/certificates.ts'
import { refuseFields } from '../../http/body.ts'
import type { Answered, Asked } from '../route.ts'

/** Any web page may read it, and caches keep it for at most an hour. */
const HEADERS = {
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
} as const

export async function handleCertificates({ call, params }: Asked): Promise<Answered> {
  const { nit = '' } = params
  if (!/^(\d{9}|\d{14})$/.test(nit)) {
    refuseFields([{ field: 'nit', message: 'son 14 cifras, o las 9 del DUI, sin guiones.' }])
  }
  const found = await listCertificates(call.deps.pool, nit) // 404 not_found
  if (found.length === 0) {
    throw new Refused('not_found', 'Ese NIT no emite por este servicio.', { field: 'nit' })
  }
  const certificados = found.map((one) => ({
    ambiente: one.ambiente,
    nit: one.nit,
    nombre: one.nombre,
    fingerprint: one.fingerprint,
    publicKeyPem: one.public_key,
    validFrom: one.valid_from.toISOString(),
    validTo: one.valid_to.toISOString(),
  }))
  return { headers: HEADERS, body: { nit, certificados } }
}
