/** The session object, and how a session begins. */

import { type Tx, transaction } from '../../base/db/tx.ts'
import { actorOf, appendAct, SERVICE_CHAIN } from '../../ledger/audit/chain.ts'
import { DEVICE_MS, isRemembered, rememberDevice } from '../../ledger/people/devices.ts'
import { listMemberships, type Membership } from '../../ledger/people/memberships.ts'
import { findPerson } from '../../ledger/people/person.ts'
import {
  beginSession,
  confirmedUntil,
  findSession,
  type Metodo,
  SESSION_MS,
  strengthenSession,
} from '../../ledger/people/sessions.ts'
import { readToken } from '../../ledger/people/token.ts'
import { pendienteOf, personsNeed, presentNeed, setUpUntil } from './confirm.ts'
import { csrfOf, DEVICE, SESSION } from './cookies.ts'
import { sessionRequired } from './refusals.ts'
import type { Answer, Caller, ConsoleAsked, SetCookie } from './route.ts'

/** Gives the browser a new session and ends its previous one. */
export async function signIn(
  asked: ConsoleAsked,
  { personId, metodo, strong }: { personId: string; metodo: Metodo; strong: boolean },
): Promise<Answer> {
  const { deps, now, peer, userAgent } = asked
  const person = await findPerson(deps.pool, personId)
  if (person === null) throw new Error('bug: a sign-in of nobody')
  const before = readToken(asked.cookies[SESSION])
  const known = readToken(asked.cookies[DEVICE])
  const { random } = deps
  const vouched = strong || metodo !== 'contrasena'
  // A link lets in whoever lost the second factor: the browser is remembered once it is used there.
  const confirmed = strong && metodo !== 'enlace'
  const recordado = !vouched && (await isRemembered(deps.pool, { personId, token: known, now }))
  // A password alone does not make a browser known where the role asks for more.
  const isTrusted = vouched || recordado || (await personsNeed(asked, person)) === null
  const { token, device } = await transaction(deps.pool, async (tx) => {
    await appendAct(tx, deps, {
      companyId: SERVICE_CHAIN,
      acto: 'entrar',
      sobre: null,
      detalle: { metodo, ...(recordado ? { recordado } : {}) },
      ...actorOf(asked, person),
    })
    const device = isTrusted
      ? await rememberDevice(tx, { personId, known, vouched, confirmed, now }, random)
      : null
    const beginning = { personId, metodo, strong, userAgent, peer, device, before }
    return { token: await beginSession(tx, { random, now }, beginning), device }
  })
  return {
    body: await drawSession(asked, token),
    cookies: {
      [SESSION]: { value: token, maxAgeSeconds: SESSION_MS / 1_000 },
      ...(device === null ? {} : deviceCookie(device)),
    },
  }
}

const deviceCookie = (value: string) => ({
  [DEVICE]: { value, maxAgeSeconds: DEVICE_MS / 1_000 },
})

/** The second factor was given in this session: it counts until its end, and the browser is remembered. */
export async function strengthen(
  tx: Tx,
  { deps, now, cookies }: ConsoleAsked,
  { session: { sessionId, personId } }: Caller,
): Promise<Readonly<Record<string, SetCookie>>> {
  const known = readToken(cookies[DEVICE])
  const browser = { personId, known, vouched: true, confirmed: true, now }
  const device = await rememberDevice(tx, browser, deps.random)
  await strengthenSession(tx, sessionId, { now, device })
  return deviceCookie(device)
}

/** The caller with this session; null: it is not active. */
export async function findCaller(
  { deps, now }: ConsoleAsked,
  token: string | null,
  how?: { readonly unattended: boolean },
): Promise<Caller | null> {
  const session = token === null ? null : await findSession(deps.pool, token, now, how)
  return token === null || session === null ? null : { session, person: session, token }
}

/** What the console knows about its user, as it is stored now. */
export async function drawSession(asked: ConsoleAsked, token: string) {
  const { deps, now } = asked
  const caller = await findCaller(asked, token)
  if (caller === null) throw sessionRequired()
  const { session, person } = caller
  const companies = await listMemberships(deps, person.personId, now)
  const roles = companies.map(({ rol }) => rol)
  const isIssuer = roles.includes('emisor')
  return {
    persona: {
      personaId: person.personId,
      nombre: person.nombre,
      correo: person.correo,
      operador: person.operador,
      totp: person.totpActive,
      llavesDeAcceso: person.llavesDeAcceso,
      tieneContrasena: person.passwordHash !== null,
    },
    csrf: csrfOf(token),
    metodo: session.metodo,
    pendiente: pendienteOf(caller, presentNeed(person, roles, now)),
    segundoFactorHasta: (isIssuer && setUpUntil(person, now)?.toISOString()) || null,
    venceEl: session.expiresAt.toISOString(),
    confirmadaHasta: confirmedUntil(session, now)?.toISOString() ?? null,
    empresas: companies.map(drawCompany),
  }
}

function drawCompany(company: Membership) {
  const { companyId: _, produccionDesde, ...shown } = company
  return { ...shown, produccionDesde: produccionDesde?.toISOString() ?? null }
}
