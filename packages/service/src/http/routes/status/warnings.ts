/** What will stop a company from issuing unless somebody acts in time (docs/wire.md#status). */
import type { Ambiente, Status } from '@sello/contract'
import type {
  Certificado,
  CompanyStatus,
  Destino,
  LoginRefused,
} from '../../../companies/status.ts'
import type { Deadlines } from '../../../contingency/periods.ts'
import { queHacer } from '../../../contingency/que-hacer.ts'
import type { LateSeal } from '../../../documents/late-seals.ts'
import { verifiedUntil } from '../../../storage/verified.ts'
import { clockWarnings } from '../../../time/assert.ts'
import { CERTIFICATE_WARNING_MS, DESTINATION_WARNING_MS } from '../../../time/durations.ts'
import { civilTime } from '../../../time/el-salvador.ts'
import type { SharedTime } from '../../../time/shared-time.ts'

type Advertencia = Status['advertencias'][number]

export interface Facts {
  readonly standing: CompanyStatus
  readonly deadlines: Deadlines
  readonly time: SharedTime
  readonly ambiente: Ambiente
}

export function warningsOf(facts: Facts, now: Date): Advertencia[] {
  const { standing, deadlines, time, ambiente } = facts
  const { certificado, destinos, lateSeals, loginRefused } = standing
  return [
    ...(loginRefused ? [loginWarning(loginRefused, ambiente)] : []),
    ...(certificado ? certificateWarning(certificado, now) : []),
    ...contingencyWarnings(deadlines, now),
    ...destinos.flatMap((destino) => destinationWarning(destino, now)),
    ...lateSeals.map(lateSealWarning),
    ...clockWarnings(time, [ambiente]).map(
      (mensaje) => ({ codigo: 'reloj_desviado', mensaje }) as const,
    ),
  ]
}

/** Documents are still signed and answered 202: after each refused login no new one is tried for a minute. */
function loginWarning({ why, since, until }: LoginRefused, ambiente: Ambiente): Advertencia {
  const stored = `guárdela: sello company password --ambiente ${ambiente}`
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
function contingencyWarnings(deadlines: Deadlines, now: Date): Advertencia[] {
  const { limiteEvento, limiteFirma, limiteDocumentos } = deadlines
  const codigo = 'contingencia_por_vencer'
  return [
    ...(limiteEvento === null
      ? []
      : [
          {
            codigo,
            mensaje: limiteFirma
              ? queHacer({ kind: 'firma', limite: limiteFirma }, now)
              : queHacer({ kind: 'evento', limite: limiteEvento }, now),
          } as const,
        ]),
    ...(limiteDocumentos === null
      ? []
      : [
          {
            codigo,
            mensaje: `Hay documentos de una contingencia en camino a Hacienda; su plazo vence el ${at(limiteDocumentos)}.`,
          } as const,
        ]),
  ]
}

function certificateWarning({ validTo }: Certificado, now: Date): Advertencia[] {
  if (validTo.getTime() - now.getTime() > CERTIFICATE_WARNING_MS) return []
  const day = civilTime(validTo).fecEmi
  const mensaje =
    validTo <= now
      ? `El certificado de firma venció el ${day}: nada se puede firmar. Renuévelo ante Hacienda e impórtelo.`
      : `El certificado de firma vence el ${day}. Renuévelo ante Hacienda e impórtelo antes.`
  return [{ codigo: 'certificado_por_vencer', mensaje }]
}

function destinationWarning({ id, kind, verificadoEl }: Destino, now: Date): Advertencia[] {
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
