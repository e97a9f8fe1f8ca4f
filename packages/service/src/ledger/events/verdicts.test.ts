/** What a verdict moves besides its event: its document, its rival, its claim, its files; and nothing of their neighbours. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, watch, withRows } from '../../../test/neighbours.ts'
import {
  at,
  codeOf,
  documentRow,
  eventRow,
  fillTwoCompanies,
  HOUR_MS,
  NITS,
  NOW,
  sealed,
  voids,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import type { RejectedAnswer, SealedAnswer } from '../transmission/answer.ts'
import type { Settling } from '../transmission/store.ts'
import type { EventKind, Evento } from './event.ts'
import { settleEvento } from './settle-event.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const FAR = { company_id: DOS }

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  changesOf = await watch(pool, [
    ...['ministry_outages', 'events', 'documents', 'claims', 'holding', 'database_marks only_one'],
    'outbox company_id ambiente tipo about',
  ])
})

const firmado = { estado: 'firmado', sello_recibido: null }
const rechazado = { estado: 'rechazado', sello_recibido: null }
const eventoOf = (kind: EventKind, given: Partial<Evento>): Evento => ({
  ...{ kind, companyId: UNO, ambiente: '00', nit: NITS.uno, codigoGeneracion: codeOf('e') },
  ...{ tipoDte: '03', version: 3, payload: '{}', signature: Buffer.from('x') },
  ...{ documento: codeOf('doc'), evento: null, reemplazo: null, totales: null },
  ...{ fecEmi: '2026-08-02', horEmi: '10:11:12', ...given },
})

const SEALED: SealedAnswer = {
  ...{ kind: 'sealed', selloRecibido: 's', fhProcesamiento: null, observaciones: [] },
}
const REJECTED: RejectedAnswer = {
  ...{ kind: 'rejected', codigoMsg: null, clasificaMsg: null, descripcionMsg: null },
  ...{ fhProcesamiento: null, observaciones: [] },
}
const UNANSWERED = { kind: 'unanswered', why: 'timeout' } as const

const claim = (name: string, codigo: string, given: Row = {}) => ({
  ...{ company_id: UNO, key_id: 'k1', room: 'issue', idempotency_key: name, body_hash: '' },
  ...{ claimed_at: NOW, codigo_generacion: idOf(codigo), outcome: null, ...given },
})
/** An event of each company and of another document, all signed. */
const each = (kind: EventKind, given: Row = {}) => [
  ...[eventRow('e', 'doc', { kind, ...firmado, ...given })],
  ...[eventRow('e', 'doc', { kind, ...firmado, ...given, ...FAR })],
  eventRow('eo', 'other', { kind, ...firmado, ...given }),
]
const WAITS = { lease_until: NOW, retry_at: NOW }
const DOCUMENTS = [sealed('doc'), sealed('doc', FAR), sealed('other')]
const OWN = { claims: [claim('e', 'e'), claim('e', 'e', FAR), claim('eo', 'eo')] }
interface Verdict {
  readonly kind: EventKind
  readonly rows?: Readonly<Record<string, readonly Row[]>>
  readonly evento?: Partial<Evento>
  readonly verdict: Settling['verdict']
  readonly estado: string | null
  /** When it is asked about next. */
  readonly asked?: Date
  readonly changes: readonly string[]
}

const late = [
  voids('e', 'doc', { ...rechazado, ...WAITS }),
  voids('w', 'doc', { ...firmado, ...WAITS }),
]
const CANCELS = { documento: codeOf('doc') }
const ofReturn = { ...firmado, ...WAITS, evento: idOf('r') }
const LISTED = { estado: 'contingencia', outage_id: idOf('out'), sello_recibido: null }
const OUTAGE = { outage_id: idOf('out'), ambiente: '00', opened_at: NOW, probe_at: NOW }
/** Documents of both companies that its event lists. */
const LISTING = {
  ministry_outages: [OUTAGE],
  documents: [
    documentRow('doc', { ...LISTED, evento_contingencia: idOf('e') }),
    documentRow('doc', { ...LISTED, ...FAR, evento_contingencia: idOf('e') }),
    documentRow('other', { ...LISTED, evento_contingencia: idOf('eo') }),
  ],
}
const foreign = (isFirstSending: boolean, isHeld: boolean) => ({
  ...REJECTED,
  foreign: { isFirstSending, isHeld },
})
const HELD = '+ holding uno e'
const SETTLED = 'claims uno k1 issue e: outcome'
const RIVAL_SETTLED = 'claims uno k1 issue w: outcome'
const FENCED = 'database_marks true: fenced_since reason'
const IS_SEALED = 'events uno e: estado historial lease_until retry_at sello_recibido'
const IS_REJECTED = 'events uno e: estado historial lease_until rechazo retry_at'
const IS_DECIDED = 'events uno e: estado historial lease_until retry_at'
const RIVAL_MOVED = 'events uno w: estado historial lease_until retry_at'

/** What a verdict on the event `e` of the first company changes. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  'a sealed return is filed and told': {
    ...{ kind: 'retorno', verdict: SEALED, estado: 'sellado' },
    changes: [HELD, '+ outbox uno 00 retorno.sellado e', SETTLED, IS_SEALED],
  },
  'a rejected return is told and not filed': {
    ...{ kind: 'retorno', verdict: REJECTED, estado: 'rechazado' },
    changes: ['+ outbox uno 00 retorno.rechazado e', SETTLED, IS_REJECTED],
  },
  'a return that was rejected in doubt is asked about again': {
    ...{ kind: 'retorno', verdict: { ...REJECTED, doubtful: true }, estado: 'rechazado' },
    asked: at(15_000),
    changes: ['+ outbox uno 00 retorno.rechazado e', SETTLED, IS_REJECTED],
  },
  'so is one that was given up': {
    ...{ kind: 'retorno', verdict: { kind: 'abandoned' }, estado: 'abandonado' },
    asked: at(15_000),
    changes: ['+ outbox uno 00 retorno.abandonado e', SETTLED, IS_DECIDED],
  },
  'one without an answer is free again, and was sent': {
    ...{ kind: 'retorno', verdict: UNANSWERED, estado: 'firmado' },
    changes: ['events uno e: lease_until retry_at'],
  },
  'or was not sent': {
    ...{ kind: 'retorno', verdict: { ...UNANSWERED, unsent: true }, estado: 'firmado' },
    changes: ['events uno e: lease_until retry_at sendings'],
  },
  'one that the ministry denies to have, and has under its code, waits': {
    ...{ kind: 'retorno', verdict: { ...UNANSWERED, denied: REJECTED }, estado: 'firmado' },
    changes: ['events uno e: lease_until retry_at'],
  },
  'of other bytes under its code nothing changes': {
    ...{ kind: 'retorno', verdict: SEALED, estado: null },
    evento: { signature: Buffer.from('y') },
    changes: [],
  },
  'nor where its code is another’s and somebody has sent it since': {
    ...{ kind: 'retorno', verdict: foreign(true, false), estado: null },
    changes: [],
  },
  'it is rejected where nobody has': {
    ...{ kind: 'retorno', verdict: foreign(true, false), estado: 'rechazado' },
    rows: { events: each('retorno', WAITS) },
    changes: ['+ outbox uno 00 retorno.rechazado e', SETTLED, IS_REJECTED],
  },
  'nothing more is issued where the ministry holds another under its code': {
    ...{ kind: 'retorno', verdict: foreign(false, true), estado: 'rechazado' },
    changes: ['+ outbox uno 00 retorno.rechazado e', SETTLED, FENCED, IS_REJECTED],
  },
  'a sealed contingency event is told and not filed, and keeps its documents': {
    ...{ kind: 'contingencia', verdict: SEALED, estado: 'sellado', rows: LISTING },
    changes: ['+ outbox uno 00 contingencia.evento_sellado e', SETTLED, IS_SEALED],
  },
  'so is one that the ministry has': {
    ...{ kind: 'contingencia', verdict: { ...UNANSWERED, denied: REJECTED }, estado: 'sellado' },
    changes: ['+ outbox uno 00 contingencia.evento_sellado e', SETTLED, IS_DECIDED],
  },
  'a rejected one lets go of its documents, whose event is asked about no more': {
    ...{ kind: 'contingencia', verdict: { ...REJECTED, doubtful: true }, estado: 'rechazado' },
    rows: LISTING,
    changes: [
      ...['+ outbox uno 00 contingencia.evento_rechazado e', SETTLED],
      ...['documents uno doc: evento_contingencia', IS_REJECTED],
    ],
  },
  'sealed special operations are filed and told': {
    ...{ kind: 'operaciones', verdict: SEALED, estado: 'sellado' },
    changes: [HELD, '+ outbox uno 00 operaciones.sellado e', SETTLED, IS_SEALED],
  },
  'a sealed invalidation cancels its document, and gives up nothing': {
    ...{ kind: 'invalidacion', verdict: SEALED, estado: 'sellado', evento: CANCELS },
    rows: {
      events: [voids('e', 'doc', { ...firmado, ...WAITS })],
      claims: [claim('e', 'doc')],
    },
    changes: [
      ...['+ holding uno doc', HELD, '+ outbox uno 00 dte.invalidado doc', SETTLED],
      ...['documents uno doc: estado historial', IS_SEALED],
    ],
  },
  'a late seal of an invalidation cancels its document, and gives up its rival': {
    ...{ kind: 'invalidacion', verdict: SEALED, estado: 'sellado', evento: CANCELS },
    rows: {
      events: [
        ...[...late, voids('w', 'doc', { ...firmado, ...FAR }), voids('wo', 'other', firmado)],
        ...[eventRow('r', 'doc'), voids('wr', 'doc', ofReturn), voids('wn', 'doc', rechazado)],
        eventRow('r2', 'doc', firmado),
      ],
      claims: [claim('e', 'doc'), claim('w', 'doc'), claim('wr', 'r'), claim('w', 'doc', FAR)],
    },
    changes: [
      ...['+ holding uno doc', HELD, '+ outbox uno 00 dte.invalidado doc'],
      ...['+ outbox uno 00 invalidacion.abandonada w', SETTLED, RIVAL_SETTLED],
      ...['documents uno doc: estado historial', IS_SEALED, RIVAL_MOVED],
    ],
  },
  'that of the invalidation of a return cancels the return, and gives up its rival': {
    ...{ kind: 'invalidacion', verdict: SEALED, estado: 'sellado' },
    evento: { ...CANCELS, evento: codeOf('r') },
    rows: {
      events: [
        ...[eventRow('r', 'doc'), eventRow('r', 'doc', FAR), eventRow('r2', 'doc')],
        ...[
          voids('e', 'doc', { ...rechazado, ...WAITS, evento: idOf('r') }),
          voids('w', 'doc', ofReturn),
        ],
        ...[voids('w2', 'doc', { ...ofReturn, evento: idOf('r2') }), voids('wd', 'doc', firmado)],
        voids('w', 'doc', { ...ofReturn, ...FAR }),
      ],
      claims: [claim('e', 'r'), claim('w', 'r'), claim('wd', 'doc')],
    },
    changes: [
      ...[HELD, '+ holding uno r', '+ outbox uno 00 invalidacion.abandonada w'],
      ...['+ outbox uno 00 retorno.invalidado r', SETTLED, RIVAL_SETTLED],
      ...[IS_SEALED, 'events uno r: estado historial', RIVAL_MOVED],
    ],
  },
  'that of the invalidation of special operations tells nothing of itself': {
    ...{ kind: 'invalidacion', verdict: SEALED, estado: 'sellado' },
    evento: { evento: codeOf('op') },
    rows: {
      events: [
        eventRow('op', 'doc', { kind: 'operaciones', documento: null, totales: '{}' }),
        voids('e', 'doc', { ...rechazado, ...WAITS, documento: null, evento: idOf('op') }),
        voids('w', 'doc', { ...firmado, ...WAITS, documento: null, evento: idOf('op') }),
      ],
      claims: [claim('e', 'op'), claim('w', 'op')],
    },
    changes: [
      ...[HELD, '+ holding uno op', '+ outbox uno 00 operaciones.invalidado op', SETTLED],
      ...[RIVAL_SETTLED, IS_SEALED, 'events uno op: estado historial', RIVAL_MOVED],
    ],
  },
}

const ALONE: ReadonlySet<EventKind> = new Set(['contingencia', 'operaciones'])

/** Events before the documents that one lists, else behind those that they are about. */
function inOrder({ documents = DOCUMENTS, events = [], ...others }: NonNullable<Verdict['rows']>) {
  const isListing = documents.some((row) => 'evento_contingencia' in row)
  return { ...(isListing ? { events, documents } : { documents, events }), ...others }
}

/** What the claims, the holding area and the event have then. */
const seen = async () => {
  const claims = await pool.many<{ row: string }>(
    `select concat_ws(' ', idempotency_key, outcome ->> 'estado', outcome ->> 'evento') as row
       from claims where outcome is not null order by 1`,
  )
  const held = await pool.many(
    'select distinct ambiente, expires_at, copy_at, created_at, copy_attempts from holding order by 5',
  )
  const { retryAt } = await pool.one<{ retryAt: Date | null }>(
    'select retry_at as "retryAt" from events where company_id = $1 and codigo_generacion = $2',
    [UNO, idOf('e')],
  )
  return { claims: claims.map(({ row }) => namesIn(row.toLowerCase())), held, retryAt }
}
const held = (copy_attempts: number) => ({
  ...{ ambiente: '00', expires_at: at(HOUR_MS), copy_at: NOW, created_at: NOW, copy_attempts },
})

for (const [what, given] of Object.entries(VERDICTS)) {
  const { kind, rows, evento, verdict, estado, asked = null, changes } = given
  test(`${what}: no neighbour changes`, async () => {
    const isAlone = ALONE.has(kind)
    const own = {
      ...{ ...WAITS, attempts: 1, ...(isAlone && { documento: null }) },
      ...(kind === 'operaciones' && { totales: '{}' }),
    }
    const { ministry_outages = [], ...others } = {
      ...{ documents: DOCUMENTS, events: each(kind, own), ...OWN, ...rows },
    } as NonNullable<Verdict['rows']>
    const tables = {
      ...{ ministry_outages, ...inOrder(others), holding: [], outbox: [] },
      database_marks: [{ identity: 'x', alive_at: NOW }],
    }
    await withRows(pool, tables, async () => {
      const settled = eventoOf(kind, { ...(isAlone && { documento: null }), ...evento })
      const found: unknown[] = []
      const changed = await changesOf(async () => {
        found.push(await settleEvento(pool, settled, { verdict, now: NOW, retryAt: null }))
        found.push(await seen())
      })
      assert.deepEqual(changed, changes)
      const isGivenUp = changes.includes(RIVAL_SETTLED)
      const claims = [
        ...(changes.includes(SETTLED) ? [`e ${estado} e`] : []),
        ...(isGivenUp ? ['w abandonado w'] : []),
      ]
      const isAgain = changes.some((line) => /^. holding/.test(line) && line !== HELD)
      const isHeld = changes.includes(HELD) ? [held(0), ...(isAgain ? [held(1)] : [])] : []
      const retryAt = estado === null ? NOW : asked
      assert.deepEqual(found, [estado, { claims, held: isHeld, retryAt }])
    })
  })
}
