/** What a session lacks before it may act, by the person's roles, what they have to confirm with, and the hour. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { CONFIRMED_MS } from '../../ledger/people/sessions.ts'
import {
  assertConfirmed,
  assertSecondFactor,
  assertStrongEnough,
  type FactorNeed,
  pendienteOf,
  presentNeed,
  setUpUntil,
} from './confirm.ts'

const NOW = new Date('2026-11-28T18:00:00Z')
const LATER = new Date(NOW.getTime() + 1)

const NOBODY = { operador: false, totpActive: false, llavesDeAcceso: 0, factorDue: null }
const person = (more: object = {}) => ({ ...NOBODY, ...more }) as never
const caller = (more: object, session: object = {}) =>
  ({
    person: person(more),
    session: { strong: false, remembered: false, confirmedAt: null, ...session },
  }) as never

const NONE = {}
const CODE = { totpActive: true }
const PASSKEY = { llavesDeAcceso: 1 }
const STRONG = { strong: true }
const REMEMBERED = { remembered: true }

// biome-ignore format: a table
const NEEDS: readonly (readonly [who: object, roles: readonly string[], need: FactorNeed])[] = [
  [NONE,                                    [],                          null],
  [NONE,                                    ['lector', 'contador'],      null],
  [NONE,                                    ['lector', 'dueno'],         'session'],
  [NONE,                                    ['administrador', 'emisor'], 'session'],
  [{ operador: true },                      [],                          'session'],
  [{ operador: true, factorDue: LATER },    ['emisor'],                  'session'],
  [NONE,                                    ['lector', 'emisor'],        'browser'],
  [{ factorDue: LATER },                    ['emisor'],                  null],
  [{ factorDue: LATER },                    ['emisor', 'dueno'],         'session'],
  [{ factorDue: LATER, ...CODE },           ['emisor'],                  'browser'],
  [{ factorDue: LATER, ...PASSKEY },        ['emisor'],                  'browser'],
  [{ factorDue: NOW },                      ['emisor'],                  'browser'],
]

test('who runs a company or the service gives a second factor in each session, issuers in each browser', () => {
  for (const [who, roles, need] of NEEDS) {
    assert.equal(presentNeed(person(who), roles as never, NOW), need, JSON.stringify([who, roles]))
  }
  assert.equal(setUpUntil(person({ factorDue: LATER }), NOW), LATER)
  for (const who of [NONE, { factorDue: NOW }, { factorDue: LATER, ...CODE }]) {
    assert.equal(setUpUntil(person(who), NOW), null)
  }
})

const SET_UP = 'segundo_factor'
const CONFIRM = 'confirmar_segundo_factor'

// biome-ignore format: a table
const LACKING: readonly (readonly [who: object, session: object, need: FactorNeed, pendiente: string | null])[] = [
  [NONE,    {},         null,      null],
  [NONE,    STRONG,     'session', null],
  [NONE,    {},         'session', SET_UP],
  [NONE,    REMEMBERED, 'session', SET_UP],
  [NONE,    {},         'browser', SET_UP],
  [CODE,    {},         null,      null],
  [CODE,    {},         'session', CONFIRM],
  [CODE,    REMEMBERED, 'session', CONFIRM],
  [CODE,    STRONG,     'session', null],
  [PASSKEY, {},         'browser', CONFIRM],
  [PASSKEY, REMEMBERED, 'browser', null],
  [PASSKEY, STRONG,     'browser', null],
]

const REFUSED = {
  [SET_UP]: {
    ...{ code: 'second_factor_setup_required', details: {} },
    message:
      'Su rol pide un segundo factor. Agregue una llave de acceso o un código temporal en su cuenta.',
  },
  [CONFIRM]: {
    ...{ code: 'confirmation_required', details: { segundoFactor: true } },
    message:
      'Confirme que es usted con su llave de acceso, o con su contraseña y su código temporal.',
  },
}

test('a session that lacks the second factor is told whether to set one up or to confirm with it', () => {
  for (const [who, session, need, pendiente] of LACKING) {
    const one = caller(who, session)
    assert.equal(pendienteOf(one, need), pendiente, JSON.stringify([who, session, need]))
    const act = () => assertSecondFactor(one, need)
    if (pendiente === null) act()
    else assert.throws(act, REFUSED[pendiente as keyof typeof REFUSED])
  }
})

test('who has a second factor changes their access with it alone', () => {
  for (const who of [CODE, PASSKEY]) {
    assert.throws(() => assertStrongEnough(caller(who, REMEMBERED)), REFUSED[CONFIRM])
    assertStrongEnough(caller(who, STRONG))
  }
  assertStrongEnough(caller(NONE))
})

test('a confirmation counts for five minutes', () => {
  assert.equal(CONFIRMED_MS, 5 * MINUTE_MS)
  const asked = { now: NOW } as never
  const at = (ms: number) => caller(NONE, { confirmedAt: new Date(NOW.getTime() - ms) })
  assertConfirmed(asked, at(CONFIRMED_MS - 1))
  for (const one of [caller(NONE), at(CONFIRMED_MS)]) {
    assert.throws(() => assertConfirmed(asked, one), {
      ...{ code: 'confirmation_required', details: { segundoFactor: false } },
      message: 'Confirme que es usted, con su llave de acceso o su contraseña.',
    })
  }
})
