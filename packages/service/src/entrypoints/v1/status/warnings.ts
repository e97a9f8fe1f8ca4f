/** What stops a key or its company, and what will unless somebody acts in time (docs/wire.md#status). */
import type { Ambiente, Status } from '@sello/contract'
import { clockWarnings } from '../../../base/time/assert.ts'
import { CERTIFICATE_WARNING_MS, DESTINATION_WARNING_MS } from '../../../base/time/durations.ts'
import { civilTime } from '../../../base/time/el-salvador.ts'
import type { SharedTime } from '../../../base/time/shared-time.ts'
import type { Deadlines } from '../../../flows/contingency/periods.ts'
import { queHacer } from '../../../flows/contingency/que-hacer.ts'
import type {
  Certificado,
  CompanyStatus,
  Destino,
  LoginRefused,
} from '../../../ledger/companies/status.ts'
import { isVerified, verifiedUntil } from '../../../ledger/destinations/verified.ts'
import type { LateSeal } from '../../../ledger/documents/late-seals.ts'
import type { Admitted } from '../../../ledger/keys/admit.ts'
import { keyName } from '../../../ledger/keys/api-key.ts'
import { isVaultLocked } from '../../../ledger/keys/vault-failures.ts'
import { RESTORED } from '../../../ledger/marks/fence.ts'

type Advertencia = Status['advertencias'][number]

/** A warning; `stops`: the key cannot do its work, or its files are not stored. */
interface Warning extends Advertencia {
  readonly stops?: boolean
}

export const stops = ({ stops: doesStop = false }: Warning): boolean => doesStop

export interface Facts {
  readonly key: Admitted
  readonly standing: CompanyStatus
  readonly deadlines: Deadlines
  readonly time: SharedTime
  readonly keyPrefix: string
  /** Nothing is issued before `sello reconcile`. */
  readonly isFenced: boolean
}

/** What stops the key comes first. */
export function warningsOf(facts: Facts, now: Date): Warning[] {
  const { key, standing, deadlines, time, keyPrefix, isFenced } = facts
  const { ambiente, vault } = key
  const { certificado, lateSeals, loginRefused } = standing
  const signs = vault !== null
  const all: readonly Warning[] = [
    ...(isFenced ? [FENCED] : []),
    ...(vault && isVaultLocked(vault.failures) ? [lockedWarning(key, keyPrefix)] : []),
    ...(certificado ? certificateWarning(certificado, { signs, now }) : []),
    ...(loginRefused ? [{ ...loginWarning(loginRefused, ambiente), stops: signs }] : []),
    ...storageWarnings(key, standing, now),
    ...contingencyWarnings(deadlines, { loginRefused: loginRefused !== null, now }),
    ...lateSeals.map(lateSealWarning),
    ...clockWarnings(time, [ambiente]).map(
      (mensaje) => ({ codigo: 'reloj_desviado', mensaje }) as const,
    ),
  ]
  return all.toSorted((a, b) => Number(stops(b)) - Number(stops(a)))
}

const FENCED: Warning = {
  codigo: 'restauracion',
  mensaje: `${RESTORED}: no se emite nada. Un administrador debe ejecutar "sello reconcile".`,
  stops: true,
}

function lockedWarning(key: Admitted, keyPrefix: string): Warning {
  const name = keyName(keyPrefix, key)
  const mensaje = `La firma de la llave ${name} está suspendida por llaves de firma equivocadas: nada se puede firmar con ella. Esperar no la libera. Averigüe quién las probó y reactívela: sello key reactivate --key-id ${key.keyId}`
  return { codigo: 'firma_bloqueada', mensaje, stops: true }
}

/** Documents are still signed and answered 202: after each refused login no new one is tried for a minute. */
function loginWarning({ why, since, until }: LoginRefused, ambiente: Ambiente): Advertencia {
  const stored = `guárdela: sello company password --environment ${ambiente}`
  const from = since ? ` desde el ${at(since)}` : ''
  const meanwhile = `Mientras tanto los documentos se firman y se responden 202, y se transmiten solos después. ${triedAgain(until)}`
  return why === 'expired'
    ? {
        codigo: 'contrasena_vencida',
        mensaje: `La contraseña de la API de Hacienda venció (103); la rechaza${from}. Póngale una nueva en el sitio de Hacienda y ${stored}. ${meanwhile}`,
      }
    : {
        codigo: 'contrasena_rechazada',
        mensaje: `Hacienda no acepta la contraseña de su API${from}. Revísela y ${stored}. ${meanwhile}`,
      }
}

const triedAgain = (until: Date | null) =>
  until
    ? `Hasta el ${at(until)} se responde sin intentarlo; con otra contraseña se intenta de una vez.`
    : 'La próxima llamada vuelve a intentarlo; si se rechaza, las del minuto siguiente se responden sin intentarlo.'

function at(instant: Date): string {
  const { fecEmi, horEmi } = civilTime(instant)
  return `${fecEmi} a las ${horEmi}`
}

function lateSealWarning({ codigoGeneracion, otros }: LateSeal): Advertencia {
  const [otro, ...more] = otros
  const late = `Hacienda selló el documento ${codigoGeneracion} después de rechazarlo`
  const mensaje =
    otro === undefined
      ? `${late}: la venta está sellada, no emita otro.`
      : more.length === 0
        ? `${late}, y de la misma venta ya está ${otro}: invalide uno de los dos.`
        : `${late}, y de la misma venta ya están ${otros.join(', ')}: deje uno e invalide los demás.`
  return { codigo: 'sellado_tarde', mensaje }
}

/** Both deadlines are legal: a document transmitted later counts as not issued. */
function contingencyWarnings(
  deadlines: Deadlines,
  { loginRefused, now }: { readonly loginRefused: boolean; readonly now: Date },
): Advertencia[] {
  const { limiteEvento, limiteFirma, limiteDocumentos } = deadlines
  const evento =
    limiteEvento &&
    (limiteFirma
      ? queHacer({ kind: 'firma', limite: limiteFirma }, now)
      : queHacer({ kind: 'evento', limite: limiteEvento, loginRefused }, now))
  const documentos =
    limiteDocumentos &&
    `Hay documentos de una contingencia en camino a Hacienda; su plazo vence el ${at(limiteDocumentos)}.`
  return [evento, documentos].flatMap((mensaje) =>
    mensaje === null ? [] : [{ codigo: 'contingencia_por_vencer', mensaje } as const],
  )
}

function certificateWarning(
  { validTo }: Certificado,
  { signs, now }: { readonly signs: boolean; readonly now: Date },
): Warning[] {
  if (validTo.getTime() - now.getTime() > CERTIFICATE_WARNING_MS) return []
  const day = civilTime(validTo).fecEmi
  if (validTo <= now) {
    const mensaje = `El certificado de firma venció el ${day}: nada se puede firmar. Renuévelo ante Hacienda e impórtelo.`
    return [{ codigo: 'certificado_vencido', mensaje, stops: signs }]
  }
  const mensaje = `El certificado de firma vence el ${day}. Renuévelo ante Hacienda e impórtelo antes.`
  return [{ codigo: 'certificado_por_vencer', mensaje }]
}

/** A company without a verified destination issues nothing, so one of these says so. */
function storageWarnings(
  { storageVerifiedAt }: Admitted,
  { destinos }: CompanyStatus,
  now: Date,
): Warning[] {
  const isNowhere = !isVerified(storageVerifiedAt, now)
  const unverified = destinos
    .flatMap((destino) => destinationWarning(destino, now))
    .map((one) => ({ ...one, stops: isNowhere }))
  const none: Warning = {
    codigo: 'destino_por_verificar',
    mensaje:
      'La empresa no tiene un destino de almacenamiento verificado: nada se emite. Conecte uno.',
    stops: true,
  }
  return [
    ...(isNowhere && unverified.length === 0 ? [none] : unverified),
    ...destinos.flatMap(refusingWarning),
  ]
}

function refusingWarning({ id, kind, rechaza }: Destino): Warning[] {
  if (rechaza === null) return []
  const mensaje = `El destino ${id} (${kind}) no recibe archivos desde el ${at(rechaza.desde)}: ${rechaza.por} Corríjalo: las copias esperan y se guardan solas después.`
  return [{ codigo: 'destino_rechaza', mensaje, stops: true }]
}

function destinationWarning({ id, kind, verificadoEl }: Destino, now: Date): Warning[] {
  const codigo = 'destino_por_verificar'
  if (verificadoEl === null) {
    return [{ codigo, mensaje: `El destino ${id} (${kind}) no está verificado. Verifíquelo.` }]
  }
  const until = verifiedUntil(verificadoEl)
  if (until.getTime() - now.getTime() > DESTINATION_WARNING_MS) return []
  const day = civilTime(until).fecEmi
  const mensaje =
    until <= now
      ? `La verificación del destino ${id} (${kind}) venció el ${day}. Verifíquelo de nuevo.`
      : `La verificación del destino ${id} (${kind}) vence el ${day}. Verifíquelo de nuevo antes.`
  return [{ codigo, mensaje }]
}
