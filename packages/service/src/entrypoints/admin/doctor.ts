/**
 * What is stuck, due or near in all companies, and what to do about it. Reads only the database and the disks, so
 * that it works even when no process of the service runs.
 */
import { limiteDelEvento } from '@sello/fiscal'
import { readDatabaseTime } from '../../base/db/now.ts'
import type { Db } from '../../base/db/tx.ts'
import {
  CERTIFICATE_WARNING_MS,
  DAY_MS,
  DESTINATION_WARNING_MS,
} from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { REFUSE_MS, WARN_MS } from '../../base/time/shared-time.ts'
import type { Admin } from '../../flows/admin/admin.ts'
import { queHacer } from '../../flows/contingency/que-hacer.ts'
import type { ReadAll } from '../../ledger/cluster/due.ts'
import { listEnding } from '../../ledger/companies/certificates.ts'
import { listRefused } from '../../ledger/companies/ministry-account.ts'
import { listWithoutResponsable } from '../../ledger/companies/responsable.ts'
import {
  type DestinationInTrouble,
  listInTrouble as listDestinationsInTrouble,
  listManagedFolders,
} from '../../ledger/destinations/trouble.ts'
import { verifiedSince, verifiedUntil } from '../../ledger/destinations/verified.ts'
import { listInTrouble as listKeysInTrouble } from '../../ledger/keys/keys.ts'
import { isVaultLocked } from '../../ledger/keys/vault-failures.ts'
import { countLost } from '../../ledger/marks/found.ts'
import { readIdentity, readMark } from '../../ledger/marks/marks.ts'
import { countLate, listUnlisted, listUnsealed } from '../../ledger/transmission/backlog.ts'
import { disks, type RoomOf } from './doctor-disks.ts'
import { companiesOf } from './doctor-machines.ts'
import type { Finding } from './finding.ts'

const KEY_MS = 14 * DAY_MS

/** All findings, grave ones first. Changes nothing. Checks the free disk space of `folders`. */
export async function diagnose(
  admin: Admin,
  { folders, roomOf }: { readonly folders: readonly string[]; readonly roomOf?: RoomOf },
): Promise<readonly Finding[]> {
  const { pool, clock } = admin
  const now = clock.now()
  const { readAll, machinesAway } = companiesOf(pool)
  const found = [
    ...(await restoredFindings(pool, readAll)),
    ...(await clockFindings(admin)),
    ...(await certificates(readAll, now)),
    ...(await passwords(readAll)),
    ...(await responsables(readAll)),
    ...(await keys(readAll, now)),
    ...(await destinations(readAll, now)),
    ...(await unsealed(readAll)),
    ...(await unsigned(readAll, now)),
    ...(await late(readAll)),
    ...(await disks([...folders, ...(await listManagedFolders(readAll))], roomOf)),
    ...machinesAway(), // the last: all were asked
  ]
  return found.toSorted((a, b) => Number(b.gravedad === 'grave') - Number(a.gravedad === 'grave'))
}

/** A restored database, and documents that only the ministry has. */
async function restoredFindings(db: Db, readAll: ReadAll): Promise<Finding[]> {
  const mark = await readMark(db)
  const isOther = mark !== null && mark.identity !== (await readIdentity(db))
  const lost = await countLost(readAll)
  return [
    ...(mark?.fencedSince || isOther
      ? [
          {
            ...EVERYBODY,
            gravedad: 'grave' as const,
            codigo: 'restauracion' as const,
            mensaje:
              mark.reason ?? 'La base de datos es una copia restaurada, u otra que la que servía.',
            queHacer: 'No se emite nada hasta conciliarla con Hacienda: sello reconcile.',
          },
        ]
      : []),
    ...lost.map(({ nit, ambiente, count }) => ({
      nit,
      ambiente,
      gravedad: 'aviso' as const,
      codigo: 'documento_perdido' as const,
      mensaje: `${plural(count, 'documento que Hacienda selló', 'documentos que Hacienda selló')} y cuyo contenido se perdió al restaurar.`,
      queHacer: 'Pida sus archivos a quien los recibió y léalos: sello reconcile --files.',
    })),
  ]
}

const EVERYBODY = { nit: null, ambiente: null } as const

/** Assumes that each way took half of the round trip, like the time helper. */
async function clockFindings({ pool, clock }: Admin): Promise<Finding[]> {
  const read = await readDatabaseTime(pool, () => clock.now().getTime())
  const offsetMs = Math.abs(read.now.getTime() - (read.askedMs + read.answeredMs) / 2)
  if (offsetMs < WARN_MS) return []
  return [
    {
      gravedad: offsetMs < REFUSE_MS ? 'aviso' : 'grave',
      codigo: 'reloj',
      nit: null,
      ambiente: null,
      mensaje: `El reloj de esta máquina y el de la base de datos difieren en ${Math.round(offsetMs / 1000)} s.`,
      queHacer: 'Sincronice los relojes con NTP en las dos máquinas.',
    },
  ]
}

async function certificates(readAll: ReadAll, now: Date): Promise<Finding[]> {
  const rows = await listEnding(readAll, new Date(now.getTime() + CERTIFICATE_WARNING_MS))
  return rows.map(({ nit, ambiente, validTo }) => {
    const day = civilTime(validTo).fecEmi
    const isOver = validTo <= now
    return {
      gravedad: isOver ? 'grave' : 'aviso',
      codigo: 'certificado',
      nit,
      ambiente,
      mensaje: isOver
        ? `El certificado de firma venció el ${day}: nada se puede firmar.`
        : `El certificado de firma vence el ${day}.`,
      queHacer: 'Renuévelo ante Hacienda e impórtelo: sello certificate import.',
    }
  })
}

async function responsables(readAll: ReadAll): Promise<Finding[]> {
  const nits = await listWithoutResponsable(readAll)
  return nits.map((nit) => ({
    gravedad: 'aviso',
    codigo: 'responsable',
    nit,
    ambiente: null,
    mensaje:
      'No se ha dicho quién responde por sus eventos de contingencia: nombrarán a la empresa, y Hacienda pide una persona.',
    queHacer: 'Diga quién es: sello company responsible.',
  }))
}

async function passwords(readAll: ReadAll): Promise<Finding[]> {
  const rows = await listRefused(readAll)
  return rows.map(({ nit, ambiente, why }) => ({
    gravedad: 'grave',
    codigo: 'contrasena',
    nit,
    ambiente,
    mensaje:
      why === 'expired'
        ? 'La contraseña de la API de Hacienda venció (103): nada se transmite.'
        : 'Hacienda no aceptó la contraseña de su API: nada se transmite.',
    queHacer: `${why === 'expired' ? 'Póngale una nueva en el sitio de Hacienda' : 'Revísela'} y guárdela: sello company password --nit ${nit} --environment ${ambiente}.`,
  }))
}

async function keys(readAll: ReadAll, now: Date): Promise<Finding[]> {
  const rows = await listKeysInTrouble(readAll, now, new Date(now.getTime() + KEY_MS))
  return rows.map(({ nit, ambiente, keyId, vaultFailures, expiresAt }) =>
    isVaultLocked(vaultFailures)
      ? {
          gravedad: 'grave',
          codigo: 'llave_bloqueada',
          nit,
          ambiente,
          mensaje: `La llave ${keyId} está suspendida para firmar: hubo ${vaultFailures} llaves de firma equivocadas.`,
          queHacer: `Averigüe quién las probó y reactívela: sello key reactivate --key-id ${keyId}.`,
        }
      : {
          gravedad: 'aviso',
          codigo: 'llave_por_vencer',
          nit,
          ambiente,
          mensaje: `La llave ${keyId} vence el ${expiresAt?.toISOString()}.`,
          queHacer: 'Emita otra y cámbiela en su programa antes: sello key mint.',
        },
  )
}

async function destinations(readAll: ReadAll, now: Date): Promise<Finding[]> {
  const before = new Date(verifiedSince(now).getTime() + DESTINATION_WARNING_MS)
  const rows = await listDestinationsInTrouble(readAll, before)
  return rows.map((row) => ({
    ...aboutDestination(row, now),
    codigo: 'destino',
    nit: row.nit,
    ambiente: null,
  }))
}

function aboutDestination(
  { location, isOwn, verifiedAt, problem, refusedSince, refusedWhy }: DestinationInTrouble,
  now: Date,
): Pick<Finding, 'gravedad' | 'mensaje' | 'queHacer'> {
  const verify = isOwn
    ? 'Es de la empresa, que lo verifica desde donde emite: sello archive verify.'
    : 'Corrija el destino y compruébelo: sello storage verify.'
  if (location === null) {
    const mensaje = 'No tiene dónde guardar sus documentos: no puede emitir.'
    return { gravedad: 'grave', mensaje, queHacer: 'Conecte un destino: sello storage connect.' }
  }
  const until = verifiedAt && verifiedUntil(verifiedAt)
  if (until === null || until <= now) {
    const mensaje = `El destino ${location} no está verificado${problem ? `: ${problem}` : '.'}`
    return { gravedad: 'grave', mensaje, queHacer: verify }
  }
  if (refusedSince) {
    const mensaje = `El destino ${location} no recibe archivos desde ${refusedSince.toISOString()}: ${refusedWhy}`
    return { gravedad: 'grave', mensaje, queHacer: verify }
  }
  const day = civilTime(until).fecEmi
  const mensaje = `El destino ${location} cuenta hasta el ${day}${problem ? `: ${problem}` : '.'}`
  return { gravedad: 'aviso', mensaje, queHacer: verify }
}

/** Documents and events without an answer from the ministry. */
async function unsealed(readAll: ReadAll): Promise<Finding[]> {
  const rows = await listUnsealed(readAll)
  return rows.flatMap(({ nit, ambiente, count, oldest, stuck }): Finding[] => [
    {
      gravedad: 'aviso',
      codigo: 'documento_sin_sello',
      nit,
      ambiente,
      mensaje: `${plural(count, 'documento firmado sin sello', 'documentos firmados sin sello')}; el más antiguo, de ${oldest.toISOString()}.`,
      queHacer:
        'Sello los transmite cuando Hacienda responda; nadie tiene que firmar nada. No los emita otra vez.',
    },
    ...(stuck === 0n
      ? []
      : [
          {
            gravedad: 'grave',
            codigo: 'documento_detenido',
            nit,
            ambiente,
            mensaje: `${plural(stuck, 'documento que nadie transmite', 'documentos que nadie transmite')} desde hace más de 10 minutos.`,
            queHacer: 'Ponga en marcha el servicio (sello start), que los transmite.',
          } as const,
        ]),
  ])
}

/** Contingency events that somebody of the company must sign: until then their documents are not transmitted. */
async function unsigned(readAll: ReadAll, now: Date): Promise<Finding[]> {
  const rows = await listUnlisted(readAll)
  return rows.map(({ nit, ambiente, count, closedAt }) => {
    const limite = closedAt && limiteDelEvento(closedAt)
    const espera = limite ? ({ kind: 'firma', limite } as const) : ({ kind: 'regreso' } as const)
    return {
      gravedad: limite && limite <= now ? 'grave' : 'aviso',
      codigo: 'evento_por_firmar',
      nit,
      ambiente,
      mensaje: `${plural(count, 'documento firmado en contingencia que espera', 'documentos firmados en contingencia que esperan')} que se firme su evento.`,
      queHacer: queHacer(espera, now),
    }
  })
}

/** Overdue work of the jobs. */
async function late(readAll: ReadAll): Promise<Finding[]> {
  const { copies, reservations } = await countLate(readAll)
  const aviso = { ...EVERYBODY, gravedad: 'aviso' } as const
  const late: readonly (Finding & { readonly count: bigint })[] = [
    {
      ...{ ...aviso, codigo: 'copia_atrasada', count: copies },
      mensaje: `${plural(copies, 'documento sin copia', 'documentos sin copia')} en el almacenamiento de su empresa desde hace más de una hora.`,
      queHacer: 'Vea sello storage list y la bitácora del trabajo "copy".',
    },
    {
      ...{ ...aviso, codigo: 'reserva_vencida', count: reservations },
      mensaje: `${plural(reservations, 'número reservado y vencido', 'números reservados y vencidos')} que nadie libera.`,
      queHacer: 'Ponga en marcha el servicio (sello start), que los libera.',
    },
  ]
  return late.filter(({ count }) => count > 0n).map(({ count: _, ...finding }) => finding)
}

const plural = (count: bigint, one: string, many: string) => `${count} ${count === 1n ? one : many}`
