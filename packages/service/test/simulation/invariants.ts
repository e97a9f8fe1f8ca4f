/** What holds after every step, by the ministry's ledger, the database and the callers' answers. */
import assert from 'node:assert/strict'
import type { Pool } from '../../src/base/db/pool.ts'
import type { Held, LedgerRow } from './held.ts'
import type { Intent } from './intents.ts'
import type { Network } from './network.ts'
import { assertOutages, type Jump } from './outages.ts'
import { assertScripted } from './rejections.ts'
import { assertSums } from './sums.ts'

export interface Looked {
  readonly pool: Pool
  readonly held: Held
  readonly network: Pick<Network, 'silences'>
  readonly intents: readonly Intent[]
  readonly jumps: readonly Jump[]
}

interface Stored {
  readonly kind: 'document' | 'event' | 'number' | 'fence'
  readonly nit: string
  readonly code: string
  readonly numero: string | null
  readonly year: number | null
  readonly estado: string
  readonly sello: string | null
  /** Of the call: whose key, and its Idempotency-Key. */
  readonly call: string
}

/** With the numbers that a series gave out and that neither a document has nor the series has back. */
const STORED = `
  select 'document' as kind, c.nit, upper(d.codigo_generacion::text) as code, d.numero_control as numero, d.year,
         d.estado, d.sello_recibido as sello, '' as call
    from documents d join companies c using (company_id)
  union all
  select 'event', c.nit, upper(e.codigo_generacion::text), null, null, e.estado, e.sello_recibido,
         e.key_id || ' ' || e.idempotency_key
    from events e join companies c using (company_id)
  union all
  select 'number', '', s.tipo_dte || ' ' || n, null, null, 'gone', null, ''
    from series s cross join generate_series(1, s.last) as n
   where not exists (select from documents d
                      where d.company_id = s.company_id and d.ambiente = s.ambiente and d.year = s.year
                        and d.tipo_dte = s.tipo_dte and d.estado <> 'liberado'
                        and substr(d.numero_control, 8, 8) = s.cod_estable || s.cod_punto_venta
                        and right(d.numero_control, 15)::bigint = n)
     and not exists (select from released_numbers r
                      where r.company_id = s.company_id and r.ambiente = s.ambiente and r.year = s.year
                        and r.tipo_dte = s.tipo_dte and r.cod_estable = s.cod_estable
                        and r.cod_punto_venta = s.cod_punto_venta and r.correlativo = n)
  union all
  select 'fence', '', '', null, null, reason, null, '' from database_marks where fenced_since is not null`

const OUTAGES = 'select opened_at from ministry_outages'

export async function assertInvariants(looked: Looked): Promise<void> {
  const { pool, held, network, intents, jumps } = looked
  assertLedger(held.sealed)
  assertScripted(held)
  assertSums(held)
  assertAnswers(intents)
  const stored = await pool.many<Stored>(STORED)
  assertStored(stored, held)
  assertEvents(stored, held, intents)
  assertNone(stored, 'number', 'a number is gone')
  assertNone(stored, 'fence', 'issuing stopped, and no database was restored')
  assertOutages(await pool.many(OUTAGES), network, jumps)
}

function assertNone(stored: readonly Stored[], kind: Stored['kind'], message: string): void {
  const found = stored.filter((row) => row.kind === kind)
  assert.deepEqual(found, [], message)
}

function assertLedger(sealed: readonly LedgerRow[]): void {
  assertOnce(
    sealed.map(({ codigoGeneracion }) => codigoGeneracion),
    'a code is sealed twice',
  )
  const numbers = sealed.filter(({ numeroControl }) => numeroControl !== null)
  assertOnce(
    numbers.map(({ nit, payload, numeroControl }) =>
      [nit, payload.identificacion.fecEmi.slice(0, 4), numeroControl].join(' '),
    ),
    'a number is sealed twice',
  )
  const listed = sealed
    .filter(({ evento }) => evento === 'contingencia')
    .flatMap(({ payload }) =>
      payload.detalleDTE.map((one: { codigoGeneracion: string }) => one.codigoGeneracion),
    )
  assertOnce(listed, 'a document is in two sealed contingency events')
  const cancelled = sealed
    .filter(({ evento }) => evento === 'invalidacion')
    .map(({ payload }) => payload.documento.codigoGeneracion as string)
  assertOnce(cancelled, 'a document is invalidated twice')
}

/** Repeats get the same answer, and the same signed bytes. */
function assertAnswers(intents: readonly Intent[]): void {
  for (const { kind, answers } of intents) {
    if (kind !== 'sale' && kind !== 'prepare') continue
    const done = answers.filter(({ status }) => status === 200)
    for (const { text } of done) {
      assert.ok(ofDocument(text) === ofDocument(done[0]?.text), 'two answers to one call')
    }
    if (kind !== 'sale') continue
    const signed = new Set(answers.flatMap(({ body }) => body?.jws ?? []))
    assert.ok(signed.size <= 1, 'one call is told two signatures')
    // A reference in use names another sale's document.
    const codes = answers
      .filter(({ body }) => body?.error?.code !== 'reference_in_use')
      .map(({ body }) => body?.codigoGeneracion ?? body?.error?.details?.codigoGeneracion)
    assert.ok(new Set(codes.filter(Boolean)).size <= 1, `one sale has two documents: ${codes}`)
  }
}

/** Byte for byte, but what is told of the company at that moment. */
const ofDocument = (text = '') => text.replace(/"advertencias":\[[^\]]*\],/, '')

function assertStored(stored: readonly Stored[], { byCode }: Held): void {
  const numbered = stored.filter(({ kind, estado }) => kind === 'document' && estado !== 'liberado')
  assertOnce(
    numbered.map(({ nit, year, numero }) => `${nit} ${year} ${numero}`),
    'a number is on two documents',
  )
  for (const { nit, code, sello } of stored) {
    if (sello === null) continue
    assert.equal(byCode.get(code)?.selloRecibido, sello, `${code} is not sealed there`)
    assert.equal(byCode.get(code)?.nit, nit, `${code} is another company's`)
  }
  const known = new Set(stored.map(({ code }) => code))
  for (const code of byCode.keys()) assert.ok(known.has(code), `${code} is sealed and not known`)
}

/** One event per call. */
function assertEvents(
  stored: readonly Stored[],
  { byCode }: Held,
  intents: readonly Intent[],
): void {
  const sealed = stored.filter(({ kind, code }) => kind === 'event' && byCode.has(code))
  for (const { kind, key, idempotencyKey } of intents) {
    if (kind !== 'return' && kind !== 'invalidate') continue
    const own = sealed.filter(({ call }) => call === `${key.keyId} ${idempotencyKey}`)
    assert.ok(own.length <= 1, 'a call has two sealed events')
  }
}

function assertOnce(values: readonly string[], message: string): void {
  if (new Set(values).size === values.length) return
  const twice = values.filter((value, i) => values.indexOf(value) !== i)
  assert.deepEqual(twice, [], message)
}
