/** What holds after every step, by the ministry's ledger, the database and the callers' answers. */
import assert from 'node:assert/strict'
import type { InProcess } from '@sello/mh-simulator'
import type { Pool } from '../../src/db/pool.ts'
import type { Intent } from './intents.ts'

export interface Looked {
  readonly pool: Pool
  readonly ministry: InProcess
  readonly nit: string
  readonly intents: readonly Intent[]
}

interface Stored {
  readonly kind: 'document' | 'event' | 'number'
  readonly code: string
  readonly numero: string | null
  readonly year: number | null
  readonly estado: string
  readonly sello: string | null
  readonly key: string
}

/** With the numbers that a series gave out and that neither a document has nor the series has back. */
const STORED = `
  select 'document' as kind, upper(codigo_generacion::text) as code, numero_control as numero, year, estado,
         sello_recibido as sello, idempotency_key as key from documents
  union all
  select 'event', upper(codigo_generacion::text), null, null, estado, sello_recibido, idempotency_key from events
  union all
  select 'number', '', s.tipo_dte || ' ' || n, null, 'gone', null, ''
    from series s cross join generate_series(1, s.last) as n
   where not exists (select from documents d
                      where d.company_id = s.company_id and d.ambiente = s.ambiente and d.year = s.year
                        and d.tipo_dte = s.tipo_dte and d.estado <> 'liberado'
                        and right(d.numero_control, 15)::bigint = n)
     and not exists (select from released_numbers r
                      where r.company_id = s.company_id and r.ambiente = s.ambiente and r.year = s.year
                        and r.tipo_dte = s.tipo_dte and r.correlativo = n)`

type LedgerRow = ReturnType<InProcess['ledger']>[number]

export async function assertInvariants({ pool, ministry, nit, intents }: Looked): Promise<void> {
  const sealed = ministry.ledger(nit).filter(({ estado }) => estado === 'PROCESADO')
  assertLedger(sealed)
  const seals = new Map(sealed.map((row) => [row.codigoGeneracion, row.selloRecibido]))
  assertAnswers(intents, seals)
  const stored = await pool.many<Stored>(STORED)
  assertStored(stored, seals)
  assertEvents(stored, sealed, intents)
  assert.deepEqual(
    stored.filter(({ kind }) => kind === 'number'),
    [],
    'a number is gone',
  )
}

function assertLedger(sealed: readonly LedgerRow[]): void {
  assertOnce(
    sealed.map(({ codigoGeneracion }) => codigoGeneracion),
    'a code is sealed twice',
  )
  const numbers = sealed.filter(({ numeroControl }) => numeroControl !== null)
  assertOnce(
    numbers.map(
      (row) => `${payloadOf(row).identificacion.fecEmi.slice(0, 4)} ${row.numeroControl}`,
    ),
    'a number is sealed twice',
  )
  const listed = sealed
    .filter(({ evento }) => evento === 'contingencia')
    .flatMap((row) =>
      payloadOf(row).detalleDTE.map((one: { codigoGeneracion: string }) => one.codigoGeneracion),
    )
  assertOnce(listed, 'a document is in two sealed contingency events')
  const cancelled = sealed
    .filter(({ evento }) => evento === 'invalidacion')
    .map((row) => payloadOf(row).documento.codigoGeneracion as string)
  assertOnce(cancelled, 'a document is invalidated twice')
}

// biome-ignore lint/suspicious/noExplicitAny: callers know the shape of the signed text
const payloadOf = ({ jws }: LedgerRow): any =>
  JSON.parse(Buffer.from(String(jws).split('.')[1] ?? '', 'base64url').toString())

/** Only documents that the ministry sealed are answered 200, and repeats get the same answer. */
function assertAnswers(
  intents: readonly Intent[],
  seals: ReadonlyMap<string, string | null>,
): void {
  for (const { kind, answers } of intents) {
    const done = answers.filter(({ status }) => status === 200)
    for (const { body, text } of done) {
      if (kind === 'sale') {
        assert.equal(
          seals.get(body.codigoGeneracion),
          body.selloRecibido,
          'answered 200, and not sealed',
        )
      }
      if (kind === 'sale' || kind === 'prepare')
        assert.equal(ofDocument(text), ofDocument(done[0]?.text), 'two answers to one call')
    }
    // A reference in use names another sale's document.
    const codes = answers
      .filter(({ body }) => body?.error?.code !== 'reference_in_use')
      .map(({ body }) => body?.codigoGeneracion ?? body?.error?.details?.codigoGeneracion)
    if (kind === 'sale')
      assert.ok(new Set(codes.filter(Boolean)).size <= 1, `one sale has two documents: ${codes}`)
  }
}

/** Byte for byte, but what is told of the company at that moment. */
const ofDocument = (text = '') => text.replace(/"advertencias":\[[^\]]*\],/, '')

function assertStored(stored: readonly Stored[], seals: ReadonlyMap<string, string | null>): void {
  const numbered = stored.filter(({ kind, estado }) => kind === 'document' && estado !== 'liberado')
  assertOnce(
    numbered.map(({ year, numero }) => `${year} ${numero}`),
    'a number is on two documents',
  )
  for (const { code, sello } of stored) {
    if (sello !== null) assert.equal(seals.get(code), sello, `${code} is not sealed there`)
  }
  const known = new Set(stored.map(({ code }) => code))
  for (const code of seals.keys()) assert.ok(known.has(code), `${code} is sealed and not known`)
}

/** One event per call, and no line returned beyond what was sold. */
function assertEvents(
  stored: readonly Stored[],
  sealed: readonly LedgerRow[],
  intents: readonly Intent[],
): void {
  const held = new Set(sealed.map(({ codigoGeneracion }) => codigoGeneracion))
  const cancelled = new Set(
    sealed.filter((row) => row.invalidado).map((row) => row.codigoGeneracion),
  )
  const returned = new Map<string, number>()
  for (const { kind, idempotencyKey, about, sold, cantidad } of intents) {
    if (kind !== 'return' && kind !== 'invalidate') continue
    const own = stored.filter(
      (row) => row.kind === 'event' && row.key === idempotencyKey && held.has(row.code),
    )
    assert.ok(own.length <= 1, 'a call has two sealed events')
    if (kind !== 'return' || own.length === 0 || cancelled.has(own[0]?.code ?? '')) continue
    returned.set(about, (returned.get(about) ?? 0) + cantidad)
    assert.ok((returned.get(about) ?? 0) <= sold, `more of ${about} came back than was sold`)
  }
}

function assertOnce(values: readonly string[], message: string): void {
  if (new Set(values).size === values.length) return
  assert.deepEqual(
    values.filter((value, i) => values.indexOf(value) !== i),
    [],
    message,
  )
}
