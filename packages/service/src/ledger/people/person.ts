/** People who sign in to the console. */
import { findFault } from '@sello/fiscal'
import type { Random } from '../../base/clock.ts'
import type { Db, Tx } from '../../base/db/tx.ts'

export interface Person {
  readonly personId: string
  readonly correo: string
  readonly nombre: string
  readonly operador: boolean
  readonly passwordHash: string | null
  readonly totpSecret: Buffer | null
  readonly totpActive: boolean
  readonly llavesDeAcceso: number
  /** Who issued before issuers needed a second factor may go on without one until then. */
  readonly factorDue: Date | null
}

/** The columns of `people p`. */
export const PERSON = `
p.person_id as "personId", p.correo, p.nombre, p.operador, p.password_hash as "passwordHash",
       p.totp_secret as "totpSecret", p.totp_active as "totpActive", p.factor_due as "factorDue",
       (select count(*) from passkeys k where k.person_id = p.person_id)::integer as "llavesDeAcceso"`

const SELECT = `select ${PERSON} from people p`

/** In its stored and compared form; null if it is not an e-mail address. */
export function readCorreo(text: string): string | null {
  const correo = text.trim().toLowerCase().normalize('NFC')
  if (findFault(correo) !== null) return null
  return correo.length <= 254 &&
    /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+\.[^\s@<>"(),;:\\.]{2,}$/.test(correo)
    ? correo
    : null
}

export function findPerson(db: Db, personId: string): Promise<Person | null> {
  return db.maybeOne<Person>(`${SELECT} where p.person_id = $1`, [personId])
}

export function findPersonByCorreo(db: Db, correo: string): Promise<Person | null> {
  return db.maybeOne<Person>(`${SELECT} where p.correo = $1`, [correo])
}

export type NewPerson = Pick<Person, 'correo' | 'nombre' | 'operador' | 'passwordHash'>

/** The person's id: a new one, or that of the existing person with the e-mail, who is left unchanged. */
export async function insertPerson(
  tx: Tx,
  { correo, nombre, operador, passwordHash }: NewPerson,
  { random, now }: { readonly random: Random; readonly now: Date },
): Promise<{ readonly personId: string; readonly created: boolean }> {
  const wanted = random.uuid()
  const row = await tx.maybeOne<{ person_id: string }>(
    `insert into people (person_id, correo, nombre, operador, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (correo) do nothing returning person_id`,
    [wanted, correo, nombre, operador, passwordHash, now],
  )
  if (row) return { personId: wanted, created: true }
  const there = await tx.one<{ person_id: string }>(
    'select person_id from people where correo = $1',
    [correo],
  )
  return { personId: there.person_id, created: false }
}

export async function renamePerson(tx: Tx, personId: string, nombre: string): Promise<void> {
  await tx.run('update people set nombre = $2 where person_id = $1', [personId, nombre])
}

export async function setPasswordHash(tx: Tx, personId: string, hash: string): Promise<void> {
  await tx.run('update people set password_hash = $2 where person_id = $1', [personId, hash])
}

export async function setOperador(tx: Tx, personId: string): Promise<void> {
  await tx.run('update people set operador = true where person_id = $1', [personId])
}
