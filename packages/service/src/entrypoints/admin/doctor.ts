/**
 * What is stuck, due or near in all companies, and what to do about it. Reads only the database and the disks, so
 * that it works even when no process of the service runs.
 */
import type { Ambiente } from '@sello/contract'
import { limiteDelEvento } from '@sello/fiscal'
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
import type { WhyRefused } from '../../ledger/companies/ministry-account.ts'
import { isOwnResponsable } from '../../ledger/companies/responsable.ts'
import { verifiedSince, verifiedUntil } from '../../ledger/destinations/verified.ts'
import { VAULT_FAILURES_MAX } from '../../ledger/keys/vault-failures.ts'
import { countLost } from '../../ledger/marks/found.ts'
import { readIdentity, readMark } from '../../ledger/marks/marks.ts'
import { disks } from './doctor-disks.ts'
import type { Finding } from './finding.ts'

const KEY_MS = 14 * DAY_MS
/** A lease that expired this long ago means that no process runs the jobs. */
const STUCK = '10 minutes'
const COPY_LATE = '1 hour'

/** All findings, grave ones first. Changes nothing. Checks the free disk space of `folders`. */
export async function diagnose(
  admin: Admin,
  { folders }: { readonly folders: readonly string[] },
): Promise<readonly Finding[]> {
  const { pool, clock } = admin
  const now = clock.now()
  const found = [
    ...(await restoredFindings(pool)),
    ...(await clockFindings(pool, () => clock.now())),
    ...(await certificates(pool, now)),
    ...(await passwords(pool)),
    ...(await responsables(pool)),
    ...(await keys(pool, now)),
    ...(await destinations(pool, now)),
    ...(await unsealed(pool)),
    ...(await unsigned(pool, now)),
    ...(await late(pool)),
    ...(await disks([...folders, ...(await managedFolders(pool))])),
  ]
  return found.toSorted((a, b) => Number(b.gravedad === 'grave') - Number(a.gravedad === 'grave'))
}

/** A restored database, and documents that only the ministry has. */
async function restoredFindings(db: Db): Promise<Finding[]> {
  const mark = await readMark(db)
  const isOther = mark !== null && mark.identity !== (await readIdentity(db))
  const lost = await countLost(db)
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
async function clockFindings(db: Db, now: () => Date): Promise<Finding[]> {
  const before = now().getTime()
  const { at } = await db.one<{ at: Date }>('select clock_timestamp() as at')
  const offsetMs = Math.abs(at.getTime() - (before + now().getTime()) / 2)
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

async function certificates(db: Db, now: Date): Promise<Finding[]> {
  const rows = await db.many<{ nit: string; ambiente: Ambiente; valid_to: Date }>(
    `select c.nit, v.ambiente, v.valid_to
       from signing_vaults v join companies c on c.company_id = v.company_id
      where v.active and v.valid_to < $1 order by v.valid_to`,
    [new Date(now.getTime() + CERTIFICATE_WARNING_MS)],
  )
  return rows.map(({ nit, ambiente, valid_to }) => {
    const day = civilTime(valid_to).fecEmi
    const isOver = valid_to <= now
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

/** Companies whose contingency events would name the company in place of a person. */
async function responsables(db: Db): Promise<Finding[]> {
  const rows = await db.many<{ nit: string }>(
    'select nit from companies where responsable_nombre is null order by nit',
  )
  return rows
    .filter(({ nit }) => !isOwnResponsable(nit))
    .map(({ nit }) => ({
      gravedad: 'aviso',
      codigo: 'responsable',
      nit,
      ambiente: null,
      mensaje:
        'No se ha dicho quién responde por sus eventos de contingencia: nombrarán a la empresa, y Hacienda pide una persona.',
      queHacer: 'Diga quién es: sello company responsible.',
    }))
}

/** Companies whose last login the ministry refused. */
async function passwords(db: Db): Promise<Finding[]> {
  const rows = await db.many<{ nit: string; ambiente: Ambiente; why: WhyRefused }>(
    `select c.nit, a.ambiente, a.refused_why as why
       from ministry_accounts a join companies c on c.company_id = a.company_id
      where a.refused_why is not null order by c.nit, a.ambiente`,
  )
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

interface KeyRow {
  nit: string
  ambiente: Ambiente
  key_id: string
  vault_failures: number
  expires_at: Date | null
}

async function keys(db: Db, now: Date): Promise<Finding[]> {
  const rows = await db.many<KeyRow>(
    `select c.nit, k.ambiente, k.key_id, k.vault_failures, k.expires_at
       from api_keys k join companies c on c.company_id = k.company_id
      where k.state = 'active'
        and (k.vault_failures >= $1 or k.expires_at between $2 and $3)
      order by c.nit, k.key_id`,
    [VAULT_FAILURES_MAX, now, new Date(now.getTime() + KEY_MS)],
  )
  return rows.map(({ nit, ambiente, key_id, vault_failures, expires_at }) =>
    vault_failures >= VAULT_FAILURES_MAX
      ? {
          gravedad: 'grave',
          codigo: 'llave_bloqueada',
          nit,
          ambiente,
          mensaje: `La llave ${key_id} está suspendida para firmar: hubo ${vault_failures} llaves de firma equivocadas.`,
          queHacer: `Averigüe quién las probó y reactívela: sello key reactivate --key-id ${key_id}.`,
        }
      : {
          gravedad: 'aviso',
          codigo: 'llave_por_vencer',
          nit,
          ambiente,
          mensaje: `La llave ${key_id} vence el ${expires_at?.toISOString()}.`,
          queHacer: 'Emita otra y cámbiela en su programa antes: sello key mint.',
        },
  )
}

interface DestinationRow {
  nit: string
  location: string | null
  is_own: boolean
  verified_at: Date | null
  problem: string | null
  refused_since: Date | null
  refused_why: string | null
}

/** Only for companies with an active key: one that issues nothing yet needs no destination. */
async function destinations(db: Db, now: Date): Promise<Finding[]> {
  const rows = await db.many<DestinationRow>(
    `select c.nit, coalesce(d.location, d.label) as location, d.verified_at, d.problem,
            d.label is not null as is_own, d.refused_since, d.refused_why
       from companies c left join storage_destinations d
         on d.company_id = c.company_id and d.ended_at is null
      where exists (select 1 from api_keys k where k.company_id = c.company_id and k.state = 'active')
        and (d.destination_id is null or d.problem is not null or d.refused_since is not null
             or d.verified_at is null
             or d.verified_at < $1)
      order by c.nit, 2`,
    [new Date(verifiedSince(now).getTime() + DESTINATION_WARNING_MS)],
  )
  return rows.map((row) => ({
    ...aboutDestination(row, now),
    codigo: 'destino',
    nit: row.nit,
    ambiente: null,
  }))
}

function aboutDestination(
  { location, is_own, verified_at, problem, refused_since, refused_why }: DestinationRow,
  now: Date,
): Pick<Finding, 'gravedad' | 'mensaje' | 'queHacer'> {
  const verify = is_own
    ? 'Es de la empresa, que lo verifica desde donde emite: sello archive verify.'
    : 'Corrija el destino y compruébelo: sello storage verify.'
  if (location === null) {
    const mensaje = 'No tiene dónde guardar sus documentos: no puede emitir.'
    return { gravedad: 'grave', mensaje, queHacer: 'Conecte un destino: sello storage connect.' }
  }
  const until = verified_at && verifiedUntil(verified_at)
  if (until === null || until <= now) {
    const mensaje = `El destino ${location} no está verificado${problem ? `: ${problem}` : '.'}`
    return { gravedad: 'grave', mensaje, queHacer: verify }
  }
  if (refused_since) {
    const mensaje = `El destino ${location} no recibe archivos desde ${refused_since.toISOString()}: ${refused_why}`
    return { gravedad: 'grave', mensaje, queHacer: verify }
  }
  const day = civilTime(until).fecEmi
  const mensaje = `El destino ${location} cuenta hasta el ${day}${problem ? `: ${problem}` : '.'}`
  return { gravedad: 'aviso', mensaje, queHacer: verify }
}

/** Documents and events without an answer from the ministry. */
async function unsealed(db: Db): Promise<Finding[]> {
  const rows = await db.many<{
    nit: string
    ambiente: Ambiente
    count: bigint
    oldest: Date
    stuck: bigint
  }>(
    `select c.nit, d.ambiente, count(*) as count, min(d.created_at) as oldest,
            count(*) filter (where d.lease_until < now() - interval '${STUCK}') as stuck
       from documents d join companies c on c.company_id = d.company_id
      where d.lease_until is not null
        and (d.estado = 'contingencia' or d.lease_until < now() - interval '${STUCK}')
      group by c.nit, d.ambiente order by min(d.created_at)`,
  )
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
async function unsigned(db: Db, now: Date): Promise<Finding[]> {
  const rows = await db.many<{
    nit: string
    ambiente: Ambiente
    count: bigint
    closed_at: Date | null
  }>(
    `select c.nit, d.ambiente, count(*) as count, min(o.closed_at) as closed_at
       from documents d
       join companies c on c.company_id = d.company_id
       join ministry_outages o on o.outage_id = d.outage_id
      where d.outage_id is not null and d.evento_contingencia is null and d.estado = 'contingencia'
      group by c.nit, d.ambiente order by min(o.closed_at)`,
  )
  return rows.map(({ nit, ambiente, count, closed_at: closedAt }) => {
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
async function late(db: Db): Promise<Finding[]> {
  const { copies, reservations } = await db.one<{ copies: bigint; reservations: bigint }>(
    `select (select count(*) from holding where copy_at < now() - interval '${COPY_LATE}') as copies,
            (select count(*) from documents
              where estado = 'reservado' and vence_en < now() - interval '${STUCK}') as reservations`,
  )
  const none = { nit: null, ambiente: null, gravedad: 'aviso' } as const
  return [
    ...(copies === 0n
      ? []
      : [
          {
            ...none,
            codigo: 'copia_atrasada',
            mensaje: `${plural(copies, 'documento sin copia', 'documentos sin copia')} en el almacenamiento de su empresa desde hace más de una hora.`,
            queHacer: 'Vea sello storage list y la bitácora del trabajo "copy".',
          } as const,
        ]),
    ...(reservations === 0n
      ? []
      : [
          {
            ...none,
            codigo: 'reserva_vencida',
            mensaje: `${plural(reservations, 'número reservado y vencido', 'números reservados y vencidos')} que nadie libera.`,
            queHacer: 'Ponga en marcha el servicio (sello start), que los libera.',
          } as const,
        ]),
  ]
}

async function managedFolders(db: Db): Promise<readonly string[]> {
  const rows = await db.many<{ location: string }>(
    `select location from storage_destinations where kind = 'managed_folder'`,
  )
  return rows.map(({ location }) => location)
}

const plural = (count: bigint, one: string, many: string) => `${count} ${count === 1n ? one : many}`
