/**
 * The `advertencias` of an issuing answer (docs/wire.md#issuing): what will stop the company, or already keeps its
 * files from being stored, and what its issuer should look at in the document itself. From what the call has read anyway. They are of the moment, so a replay has none: it is
 * the same bytes however often and whenever it is asked for (ADR 0009).
 */
import type { AdvertenciaEmision, TipoDte } from '@sello/contract'
import { avisosDe, readDocumento, tipoOf } from '@sello/fiscal'
import { DAY_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import type { Deps } from '../../flows/context.ts'
import type { Firmado } from '../../ledger/documents/firmado.ts'
import type { Admitted, Vault } from '../../ledger/keys/admit.ts'

/** As the structures write it; inside a text its quotes would be escaped. */
const SIN_ORIGENES = '"documentoRelacionado":null'

const CERTIFICATE_MS = 30 * DAY_MS

export function issueWarnings(
  { storageNotices, clock }: Pick<Deps, 'storageNotices' | 'clock'>,
  { companyId, vault }: Pick<Admitted, 'companyId' | 'vault'>,
  { payload, tipoDte }: Pick<Firmado, 'payload' | 'tipoDte'>,
): readonly AdvertenciaEmision[] {
  const trouble = storageNotices.of(companyId)
  return [
    ...(vault ? certificateWarning(vault, clock.now()) : []),
    ...(trouble?.copiesWait ? [COPIES_WAIT] : []),
    ...(trouble?.unverified ?? []).map(
      ({ id, kind }) =>
        ({
          codigo: 'destino_por_verificar',
          mensaje: `El destino ${id} (${kind}) no está verificado y no cuenta. Verifíquelo.`,
        }) as const,
    ),
    ...documentWarnings(payload, tipoDte),
  ]
}

/** Only a type that has notices is read again, and of sales only those with origins, which theirs are about. */
function documentWarnings(payload: string, tipoDte: TipoDte): readonly AdvertenciaEmision[] {
  if (tipoOf(tipoDte).avisos === undefined || payload.includes(SIN_ORIGENES)) return []
  return avisosDe(readDocumento(payload)).map(({ message: mensaje }) => {
    return { codigo: 'documento_por_revisar', mensaje }
  })
}

const COPIES_WAIT: AdvertenciaEmision = {
  codigo: 'copias_en_espera',
  mensaje:
    'Hay archivos que esperan desde hace más de 15 minutos para guardarse en el almacenamiento de la empresa. GET /v1/status dice si un destino no los recibe.',
}

function certificateWarning({ validTo }: Vault, now: Date): AdvertenciaEmision[] {
  if (validTo.getTime() - now.getTime() > CERTIFICATE_MS) return []
  const mensaje = `El certificado de firma vence el ${civilTime(validTo).fecEmi}; después nada se puede firmar. Renuévelo ante Hacienda e impórtelo antes.`
  return [{ codigo: 'certificado_por_vencer', mensaje }]
}
