/**
 * Mutants that change nothing that anybody could observe, each with the reason. A row that no longer is a site fails
 * the test of this list.
 */

export interface Equivalent {
  readonly path: string
  /** The line as it is and as the mutant has it, with single spaces, as a run prints them. */
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: 'packages/vault/src/certificado-xml.ts',
    before: "return dateOf(seconds, fraction.padEnd(9, '0'))",
    after: "return dateOf(seconds, fraction.padEnd(8, '0'))",
    reason: 'Of the nine digits three are read: milliseconds.',
  },
  {
    path: 'packages/vault/src/certificado-xml.ts',
    before: "return dateOf(seconds, fraction.padEnd(9, '0'))",
    after: "return dateOf(seconds, fraction.padEnd(10, '0'))",
    reason: 'Of the nine digits three are read: milliseconds.',
  },
  {
    path: 'packages/vault/src/certificado-mh.ts',
    before: "const probe = Buffer.from('sello')",
    after: "const probe = Buffer.from('')",
    reason: 'A signature proves the pair whatever is signed.',
  },
  {
    path: 'packages/service/src/entrypoints/mcp/server.ts',
    before: 'if (status >= 400) return refusal(text)',
    after: 'if (status >= 399) return refusal(text)',
    reason: 'Nothing is answered with 399.',
  },
  {
    path: 'packages/service/src/entrypoints/v1/openapi/route.ts',
    before: 'texts.set(basePath, text)',
    after: '{}',
    reason: 'Written again it is the same text.',
  },
  {
    path: 'packages/service/src/papers/printing/thread.ts',
    before: 'let asked = 0',
    after: 'let asked = (-1)',
    reason: 'Only tells the requests of a thread apart: any first number does.',
  },
  {
    path: 'packages/service/src/papers/printing/thread.ts',
    before: 'let asked = 0',
    after: 'let asked = 1',
    reason: 'Only tells the requests of a thread apart: any first number does.',
  },
  {
    path: 'packages/service/src/base/db/embedded/running.ts',
    before: 'const PAUSE_MS = 50',
    after: 'const PAUSE_MS = 51',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/marks/found.ts',
    before:
      '`select company_id as "companyId", ambiente from ministry_accounts order by company_id, ambiente`,',
    after:
      '`select company_id as "companyId", ambiente from ministry_accounts order by company_id desc, ambiente`,',
    reason: 'In which order a restore reads the destinations of companies decides nothing.',
  },
  {
    path: 'packages/service/src/flows/issuing/record.ts',
    before: "historial.some(({ estado }) => estado === 'rechazado')",
    after: "historial.some(({ estado }) => estado !== 'rechazado')",
    reason: 'It spares a query, which finds nothing where no attempt was corrected.',
  },
  {
    path: 'packages/service/src/flows/issuing/record-firmados.ts',
    before:
      "throw new Error('the key of one of several callers may not issue any more', { cause: error })",
    after: "throw new Error('', { cause: error })",
    reason: 'Nobody reads it: each of the callers is tried alone after it.',
  },
  {
    path: 'packages/service/src/flows/issuing/sign.ts',
    before: "const gone = new Error('signed or released, just now')",
    after: "const gone = new Error('')",
    reason: 'Nobody reads it: it is caught where it is thrown.',
  },
  {
    path: 'packages/service/src/flows/correcting/record-invalidacion.ts',
    before: "const lost = new Error('another request was first')",
    after: "const lost = new Error('')",
    reason: 'Nobody reads it: it is caught where it is thrown.',
  },
  {
    path: 'packages/service/src/flows/correcting/build-retorno.ts',
    before:
      'ctx.breaker.openIn(ambiente) && { tipoContingencia: TIPO_CONTINGENCIA, motivoContin: null },',
    after: '{ tipoContingencia: TIPO_CONTINGENCIA, motivoContin: null },',
    reason: 'A return is in the previous model, whether the ministry is away or not.',
  },
  {
    path: 'packages/service/src/flows/issuing/credits.ts',
    before: 'if (!nota || ajustes.ajustados.length === 0) return ajustes.centavos',
    after: 'if (!nota) return ajustes.centavos',
    reason: 'It spares a query: a note that adjusts none of our documents is within all of them.',
  },
  {
    path: 'packages/service/src/flows/issuing/complete-liquidated.ts',
    before: 'const NADA_LIQUIDADO: Liquidados = { all: [], ours: [], gathered: false }',
    after: 'const NADA_LIQUIDADO: Liquidados = { all: [], ours: [], gathered: true }',
    reason: 'How they were found is asked of documents that are listed, and there are none.',
  },
  {
    path: 'packages/paper/src/foreign/scripts.ts',
    before: 'if (letters.length <= REMEMBERED_LENGTH) known.set(letters, line)',
    after: 'if (letters.length < REMEMBERED_LENGTH) known.set(letters, line)',
    reason: 'A line that is not remembered is laid again, the same.',
  },
  {
    path: 'packages/service/src/base/db/embedded/running.ts',
    before: 'for (let waited = 0; waited < patienceMs; waited += PAUSE_MS) {',
    after: 'for (let waited = (-1); waited < patienceMs; waited += PAUSE_MS) {',
    reason: 'One look more, of twelve thousand.',
  },
  {
    path: 'packages/service/src/base/db/embedded/running.ts',
    before: 'const PAUSE_MS = 50',
    after: 'const PAUSE_MS = 49',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/postmaster.ts',
    before: 'const POLL_MS = 20',
    after: 'const POLL_MS = 19',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/postmaster.ts',
    before: 'const POLL_MS = 20',
    after: 'const POLL_MS = 21',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/keeper.ts',
    before: 'const PAUSE_MS = 100',
    after: 'const PAUSE_MS = 99',
    reason: 'A pause between two tries: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/keeper.ts',
    before: 'const PAUSE_MS = 100',
    after: 'const PAUSE_MS = 101',
    reason: 'A pause between two tries: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/keeper.ts',
    before: 'const RETRY_MS = 1_000',
    after: 'const RETRY_MS = 999',
    reason: 'A pause between two tries: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/keeper.ts',
    before: 'const RETRY_MS = 1_000',
    after: 'const RETRY_MS = 1001',
    reason: 'A pause between two tries: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/embedded/keeper.ts',
    before: 'const LOCK = 1',
    after: 'const LOCK = 0',
    reason: 'Any number that all processes have is the same lock.',
  },
  {
    path: 'packages/service/src/base/db/embedded/keeper.ts',
    before: 'const LOCK = 1',
    after: 'const LOCK = 2',
    reason: 'Any number that all processes have is the same lock.',
  },
  {
    path: 'packages/service/src/base/db/migrate.ts',
    before: 'const POLL_MS = 100',
    after: 'const POLL_MS = 99',
    reason: 'A pause between two tries: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/migrate.ts',
    before: 'const POLL_MS = 100',
    after: 'const POLL_MS = 101',
    reason: 'A pause between two tries: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/base/db/cluster.ts',
    before: 'const pool = createPool({ ...options, max: 1 })',
    after: 'const pool = createPool({ ...options, max: 2 })',
    reason: 'Of a pool that is asked once one connection is opened.',
  },
  {
    path: 'packages/service/src/base/db/cluster.ts',
    before: 'const pool = createPool({ ...options, max: 1 })',
    after: 'const pool = createPool({ ...options, max: 0 })',
    reason:
      'Of a pool that is asked once one connection is opened: none is the default of the driver.',
  },
  {
    path: 'packages/service/src/papers/printing/brands.ts',
    before: 'const COMPANIES_MAX = 2_000',
    after: 'const COMPANIES_MAX = 1999',
    reason: 'What is forgotten is read again; one company more or less is known.',
  },
  {
    path: 'packages/service/src/papers/printing/brands.ts',
    before: 'const COMPANIES_MAX = 2_000',
    after: 'const COMPANIES_MAX = 2001',
    reason: 'What is forgotten is read again; one company more or less is known.',
  },
  {
    path: 'packages/service/src/papers/printing/brands.ts',
    before: 'if (companies.size >= COMPANIES_MAX) companies.clear()',
    after: 'if (companies.size > COMPANIES_MAX) companies.clear()',
    reason: 'What is forgotten is read again; one company more or less is known.',
  },
  {
    path: 'packages/service/src/papers/printing/brands.ts',
    before: 'const after = found.looks.at(-1) ?? new Date(0)',
    after: 'const after = found.looks.at(-1) ?? new Date(1)',
    reason: 'No look is as old.',
  },
  {
    path: 'packages/service/src/papers/printing/brands.ts',
    before: 'const after = found.looks.at(-1) ?? new Date(0)',
    after: 'const after = found.looks.at(-1) ?? new Date((-1))',
    reason: 'No look is as old.',
  },
  {
    path: 'packages/service/src/papers/printing/logo-process.ts',
    before: "child.send({ id: 0, name: 'logo', given: logo } satisfies Asked<'logo'>, () => {})",
    after: "child.send({ id: 1, name: 'logo', given: logo } satisfies Asked<'logo'>, () => {})",
    reason: 'A process that is asked one thing: any number does.',
  },
  {
    path: 'packages/service/src/papers/printing/logo-process.ts',
    before: "child.send({ id: 0, name: 'logo', given: logo } satisfies Asked<'logo'>, () => {})",
    after: "child.send({ id: (-1), name: 'logo', given: logo } satisfies Asked<'logo'>, () => {})",
    reason: 'A process that is asked one thing: any number does.',
  },
  {
    path: 'packages/service/src/outside/ministry/breaker.ts',
    before:
      'if (!maintenanceIn(ambiente) || view.open.some((one) => one.ambiente === ambiente)) continue',
    after: 'if (!maintenanceIn(ambiente)) continue',
    reason: 'An outage that is open is not opened again: the condition saves two statements.',
  },
  {
    path: 'packages/service/src/outside/recording/blotter.ts',
    before: '.filter(([one, small]) => one.length >= QUOTED_LENGTH_MIN && lower.includes(small))',
    after: '.filter(([one, small]) => one.length >= QUOTED_LENGTH_MIN)',
    reason:
      'What the words do not have is not found in them: the condition keeps the pattern short.',
  },
  {
    path: 'packages/service/src/ledger/proposals/store.ts',
    before: 'order by p.position desc limit $4`,',
    after: 'order by p.position desc limit $4 + 1`,',
    reason: 'One row more is read than is needed to know whether there are more, and left out.',
  },
  {
    path: 'packages/service/src/ledger/feed/waits.ts',
    before: 'void clock.sleep(ms, ended.signal).then(() => one.end(false))',
    after: 'void clock.sleep(ms, ended.signal).then(() => one.end(true))',
    reason: 'The feed is read once more at the end of the wait, and has nothing: the same answer.',
  },
  {
    path: 'packages/service/src/ledger/feed/read.ts',
    before:
      "where company_id = $1 and delivery_id = p.about and p.tipo like 'entrega.%' limit 1) m on true",
    after: 'where company_id = $1 and delivery_id = p.about limit 1) m on true',
    reason: 'Rows of other types do not show it: the condition saves a look.',
  },
  {
    path: 'packages/service/src/ledger/feed/read.ts',
    before:
      "where outage_id = p.about and p.tipo in ('contingencia.abierta', 'contingencia.cerrada') limit 1) o on true",
    after: 'where outage_id = p.about limit 1) o on true',
    reason: 'Rows of other types do not show it: the condition saves a look.',
  },
  {
    path: 'packages/service/src/ledger/feed/read.ts',
    before:
      "where company_id = $1 and ambiente = $2 and after = p.position - 1 and p.tipo = 'feed.restaurado' limit 1) r on true",
    after: 'where company_id = $1 and ambiente = $2 and after = p.position - 1 limit 1) r on true',
    reason: 'Rows of other types do not show it: the condition saves a look.',
  },
  {
    path: 'packages/service/src/ledger/documents/list.ts',
    before: 'limit + 1, // one more row shows whether there is another page',
    after: 'limit + 2, // one more row shows whether there is another page',
    reason: 'One row more is read than is needed to know whether there are more, and left out.',
  },
  {
    path: 'packages/service/src/ledger/marks/found.ts',
    before: 'const NUMBERS = 5_000',
    after: 'const NUMBERS = 4999',
    reason: 'How many are checked at a time decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/marks/found.ts',
    before: 'const NUMBERS = 5_000',
    after: 'const NUMBERS = 5001',
    reason: 'How many are checked at a time decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/people/company-people.ts',
    before: "const OF_COMPANY = 'and company_id = $1'",
    after: "const OF_COMPANY = ''",
    reason: 'Each table is joined by the company: the condition has a cluster ask one machine.',
  },
  {
    path: 'packages/service/src/ledger/companies/certificates.ts',
    before: 'const TOLD_MAX = 1_000',
    after: 'const TOLD_MAX = 999',
    reason: 'How many are listed at a time decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/companies/certificates.ts',
    before: 'const TOLD_MAX = 1_000',
    after: 'const TOLD_MAX = 1001',
    reason: 'How many are listed at a time decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/companies/certificates.ts',
    before: `const IS_DUE = \`active and valid_to > $1 and \${STEP} < coalesce(told_days, 32767)\``,
    after: `const IS_DUE = \`active and valid_to > $1 and \${STEP} < coalesce(told_days, 32766)\``,
    reason: 'Any number above sixty days does.',
  },
  {
    path: 'packages/service/src/ledger/companies/certificates.ts',
    before: `const IS_DUE = \`active and valid_to > $1 and \${STEP} < coalesce(told_days, 32767)\``,
    after: `const IS_DUE = \`active and valid_to > $1 and \${STEP} < coalesce(told_days, 32768)\``,
    reason: 'Any number above sixty days does.',
  },
  {
    path: 'packages/service/src/ledger/keys/request-log.ts',
    before: 'const LOCK_WAIT_MS = 50',
    after: 'const LOCK_WAIT_MS = 49',
    reason: 'How long the job waits before it leaves its work for later decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/keys/request-log.ts',
    before: 'const LOCK_WAIT_MS = 50',
    after: 'const LOCK_WAIT_MS = 51',
    reason: 'How long the job waits before it leaves its work for later decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/proposals/store.ts',
    before: 'if (ids.length === 0) return new Map()',
    after: '{}',
    reason: 'It spares a query, which finds nothing.',
  },
  {
    path: 'packages/service/src/ledger/proposals/store.ts',
    before: 'if (ids.length === 0) return new Map()',
    after: 'if (ids.length === (-1)) return new Map()',
    reason: 'It spares a query, which finds nothing.',
  },
  {
    path: 'packages/service/src/ledger/webhooks/queue.ts',
    before: 'where d.company_id = $1 and d.webhook_id = $2 and d.novedad = any ($4::uuid[])',
    after: 'where d.company_id = $1 and d.webhook_id = $2',
    reason: 'The join asks for the same: it is for the plan.',
  },
  {
    path: 'packages/service/src/ledger/keys/api-key.ts',
    before:
      '/^([a-z][a-z0-9]*)_(test|live)_([A-Za-z0-9_-]{12})\\.([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/',
    after:
      '/^([a-z][a-z0-9]*)_(test|live)_([A-Za-z0-9_-]{12})\\.([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})/',
    reason: 'The checksum is that of the whole text: with more behind it, it is not its own.',
  },
  {
    path: 'packages/service/src/ledger/owner-mails/owed.ts',
    before: 'order by m.company_id, p.person_id, m.tipo, m.datos, m.ambiente desc`',
    after: 'order by m.company_id desc, p.person_id, m.tipo, m.datos, m.ambiente desc`',
    reason: 'In which order mails are owed decides nothing: the last key chooses which one.',
  },
  {
    path: 'packages/service/src/ledger/owner-mails/owed.ts',
    before: 'order by m.company_id, p.person_id, m.tipo, m.datos, m.ambiente desc`',
    after: 'order by m.company_id, p.person_id desc, m.tipo, m.datos, m.ambiente desc`',
    reason: 'In which order mails are owed decides nothing: the last key chooses which one.',
  },
  {
    path: 'packages/service/src/ledger/owner-mails/owed.ts',
    before: 'order by m.company_id, p.person_id, m.tipo, m.datos, m.ambiente desc`',
    after: 'order by m.company_id, p.person_id, m.tipo desc, m.datos, m.ambiente desc`',
    reason: 'In which order mails are owed decides nothing: the last key chooses which one.',
  },
  {
    path: 'packages/service/src/ledger/owner-mails/owed.ts',
    before: 'order by m.company_id, p.person_id, m.tipo, m.datos, m.ambiente desc`',
    after: 'order by m.company_id, p.person_id, m.tipo, m.datos desc, m.ambiente desc`',
    reason: 'In which order mails are owed decides nothing: the last key chooses which one.',
  },
  {
    path: 'packages/service/src/ledger/keys/admission.ts',
    before: 'where k.company_id = $8 and k.key_id = $2 and k.secret_hash = any ($6::bytea[])`',
    after: 'where k.key_id = $2 and k.secret_hash = any ($6::bytea[])`',
    reason: 'Its windows are of that company: the condition has a cluster ask one machine.',
  },
  {
    path: 'packages/service/src/ledger/documents/month.ts',
    before: 'const ROWS = 50',
    after: 'const ROWS = 49',
    reason: 'How many are decrypted before other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/service/src/ledger/documents/reservado.ts',
    before: 'where company_id = $1 and codigo_generacion = any (array(',
    after: 'where codigo_generacion = any (array(',
    reason: "A code is random and one company's: the condition has a cluster ask one machine.",
  },
  {
    path: 'packages/service/src/ledger/audit/verify.ts',
    before: 'return { last, broken: { seq: last.seq + 1n, at: row.at }, isEnd: false }',
    after: 'return { last, broken: { seq: last.seq + 1n, at: row.at }, isEnd: true }',
    reason: 'Where something is broken nobody asks whether the end was reached.',
  },
  {
    path: 'packages/service/src/ledger/outages/answers.ts',
    before: "where answered_at < $3::timestamptz - interval '1 day' and process_id <> $2",
    after: "where answered_at <= $3::timestamptz - interval '1 day' and process_id <> $2",
    reason: 'What a process answered a day ago is of no use, to the microsecond or not.',
  },
  {
    path: 'packages/service/src/ledger/companies/vaults.ts',
    before:
      "'update signing_vaults set active = false where company_id = $1 and ambiente = $2 and active',",
    after: "'update signing_vaults set active = false where company_id = $1 and ambiente = $2 ',",
    reason: 'The others are not active: they are written the same again.',
  },
  {
    path: 'packages/service/src/ledger/holding/holding.ts',
    before: 'and codigo_generacion = h.codigo_generacion limit 1) e on true',
    after: 'and codigo_generacion = h.codigo_generacion limit 2) e on true',
    reason: 'There is one at most: the condition is the primary key.',
  },
  {
    path: 'packages/service/src/ledger/holding/notices.ts',
    before: 'if (companies.size >= COMPANIES_MAX) companies.clear()',
    after: 'if (companies.size > COMPANIES_MAX) companies.clear()',
    reason: 'What is forgotten is read again; one more of ten thousand is known.',
  },
  {
    path: 'packages/service/src/ledger/claims/claims.ts',
    before: `where c.company_id = $1 and c.key_id = any (array(select distinct unnest(\${keyIds}::text[])))`,
    after: 'where c.company_id = $1',
    reason: 'The join asks it again: so the whole key is known before it.',
  },
  {
    path: 'packages/service/src/ledger/claims/claims.ts',
    before: `where c.company_id = $1 and c.key_id = any (array(select distinct unnest(\${keyIds}::text[])))`,
    after: `where c.company_id = $1 and c.key_id = any (array(select unnest(\${keyIds}::text[])))`,
    reason: 'A key that is named twice is the same.',
  },
  {
    path: 'packages/service/src/ledger/claims/claims.ts',
    before: `and c.room = 'issue' and c.idempotency_key = any (\${keys}::text[])`,
    after: "and c.room = 'issue'",
    reason: 'The join asks it again: so the whole key is known before it.',
  },
  {
    path: 'packages/service/src/ledger/documents/waiting.ts',
    before: 'where c.company_id = $1`,',
    after: '`,',
    reason: 'All that was taken is of that company: the condition has a cluster ask one machine.',
  },
  {
    path: 'packages/service/src/ledger/events/event-store.ts',
    before: 'where c.company_id = $1`,',
    after: '`,',
    reason: 'All that was taken is of that company: the condition has a cluster ask one machine.',
  },
  {
    path: 'packages/service/src/ledger/outages/lots.ts',
    before: 'where c.company_id = $1`,',
    after: '`,',
    reason: 'All that was taken is of that company: the condition has a cluster ask one machine.',
  },
  {
    path: 'packages/service/src/ledger/documents/tercero.ts',
    before: "where d.company_id = $1 and d.ambiente = $2 and d.tercero = $3 and d.tercero > ''",
    after: 'where d.company_id = $1 and d.ambiente = $2 and d.tercero = $3',
    reason: 'Nobody liquidates with nobody: it is the condition of the index.',
  },
  {
    path: 'packages/service/src/ledger/documents/tercero.ts',
    before: "where d.company_id = $1 and d.ambiente = $2 and d.tercero = $3 and d.tercero > ''",
    after: "where d.company_id = $1 and d.ambiente = $2 and d.tercero = $3 and d.tercero >= ''",
    reason: 'Nobody liquidates with nobody: it is the condition of the index.',
  },
  {
    path: 'packages/service/src/ledger/documents/series.ts',
    before: "and d.estado in ('sellado', 'firmado', 'contingencia', 'invalidado')",
    after: '',
    reason: 'These are the states that are asked for: it is the condition of the index.',
  },
  {
    path: 'packages/service/src/ledger/documents/month.ts',
    before: 'const ROWS = 50',
    after: 'const ROWS = 51',
    reason: 'How many are decrypted before other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/service/src/ledger/events/month.ts',
    before: 'const ROWS = 50',
    after: 'const ROWS = 49',
    reason: 'How many are decrypted before other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/service/src/ledger/events/month.ts',
    before: 'const ROWS = 50',
    after: 'const ROWS = 51',
    reason: 'How many are decrypted before other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/service/src/ledger/feed/cursor.ts',
    before: 'return next && next.after < position ? next.after : position',
    after: 'return next && next.after <= position ? next.after : position',
    reason: 'Where they are equal either is the answer.',
  },
  {
    path: 'packages/service/src/ledger/feed/waits.ts',
    before: "['all', limits.total],",
    after: "['', limits.total],",
    reason: 'No other count has that name.',
  },
  {
    path: 'packages/service/src/flows/keeping/copy.ts',
    before: 'const LOOK_MS = 500',
    after: 'const LOOK_MS = 499',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/keeping/copy.ts',
    before: 'const LOOK_MS = 500',
    after: 'const LOOK_MS = 501',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/delivering/deliver.ts',
    before: 'const LOOK_MS = 500',
    after: 'const LOOK_MS = 499',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/delivering/deliver.ts',
    before: 'const LOOK_MS = 500',
    after: 'const LOOK_MS = 501',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/notifying/notify.ts',
    before: 'const LOOK_MS = 500',
    after: 'const LOOK_MS = 499',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/notifying/notify.ts',
    before: 'const LOOK_MS = 500',
    after: 'const LOOK_MS = 501',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/recovering/reconcile.ts',
    before: 'const POLL_MS = 200',
    after: 'const POLL_MS = 199',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/recovering/reconcile.ts',
    before: 'const POLL_MS = 200',
    after: 'const POLL_MS = 201',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/flows/keeping/copy-files.ts',
    before: 'const IN_A_ROW = 8',
    after: 'const IN_A_ROW = 7',
    reason: 'How many are rendered before other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/service/src/flows/keeping/copy-files.ts',
    before: 'const IN_A_ROW = 8',
    after: 'const IN_A_ROW = 9',
    reason: 'How many are rendered before other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/cli/src/replay/replay.ts',
    before: 'const isSealed = ({ json }: Answer) => sealOf(membersOf(json) ?? {}) !== null',
    after: 'const isSealed = ({ json }: Answer) => sealOf(membersOf(json) ?? {}) === null',
    reason: 'Only whether two answers agree in it is asked.',
  },
  {
    path: 'packages/mh-simulator/src/json/decimal.ts',
    before:
      "const [, sign, whole = '', fraction = '', exponentText = '0'] = NUMBER.exec(text) ?? []",
    after: "const [, sign, whole = '', fraction = '', exponentText = ''] = NUMBER.exec(text) ?? []",
    reason: 'Number reads no text as 0.',
  },
  {
    path: 'packages/mh-simulator/src/http/body.ts',
    before: 'else chunks.length = 0 // read to the end, but not kept',
    after: 'else chunks.length = 1 // read to the end, but not kept',
    reason: 'What is kept of a body over the limit is not read.',
  },
  {
    path: 'packages/mh-simulator/src/http/body.ts',
    before: "request.on('error', reject)",
    after: "request.on('', reject)",
    reason: 'Who broke off reads no answer.',
  },
  {
    path: 'packages/mh-simulator/src/http/data-file.ts',
    before: 'const CHUNK_LINES = 500',
    after: 'const CHUNK_LINES = 501',
    reason: 'How many lines are written at once decides nothing.',
  },
  {
    path: 'packages/mh-simulator/src/http/data-file.ts',
    before: 'const CHUNK_LINES = 500',
    after: 'const CHUNK_LINES = 499',
    reason: 'How many lines are written at once decides nothing.',
  },
  {
    path: 'packages/mh-simulator/src/http/data-file.ts',
    before: 'if (chunk.length < CHUNK_LINES) continue',
    after: 'if (chunk.length <= CHUNK_LINES) continue',
    reason: 'How many lines are written at once decides nothing.',
  },
  {
    path: 'packages/mh-simulator/src/world/tokens.ts',
    before: 'const secret = random(64)',
    after: 'const secret = random(65)',
    reason: 'Nobody else verifies the signature.',
  },
  {
    path: 'packages/mh-simulator/src/world/tokens.ts',
    before: 'const secret = random(64)',
    after: 'const secret = random(63)',
    reason: 'Nobody else verifies the signature.',
  },
  {
    path: 'packages/mh-simulator/src/checks/liquidacion.ts',
    before: 'const CODIGO = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/',
    after: 'const CODIGO = /[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/',
    reason: 'The structure takes no more than its 36 characters.',
  },
  {
    path: 'packages/mh-simulator/src/checks/liquidacion.ts',
    before: 'const CODIGO = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/',
    after: 'const CODIGO = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}/',
    reason: 'The structure takes no more than its 36 characters.',
  },
  {
    path: 'packages/service/src/ledger/people/companies.ts',
    before:
      'toState({ ...row, contingencias: waiting[at] ?? 0 }, months[seen.indexOf(row)] ?? null),',
    after:
      'toState({ ...row, contingencias: waiting[at] ?? 1 }, months[seen.indexOf(row)] ?? null),',
    reason: 'Every company is counted: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/console/src/emitir/campos.ts',
    before: "[/^resumen\\.(flete|seguro|totalNoOnerosas)$/, 'exportacion.$1'],",
    after: "[/resumen\\.(flete|seguro|totalNoOnerosas)$/, 'exportacion.$1'],",
    reason: 'No path of a document has its summary below something else.',
  },
  {
    path: 'packages/client/src/events.ts',
    before: 'const { limit, remaining } = rateLimit ?? { limit: CALLS, remaining: 0 }',
    after: 'const { limit, remaining } = rateLimit ?? { limit: CALLS, remaining: (-1) }',
    reason: 'Either is less than half of the calls.',
  },
  {
    path: 'packages/client/src/node/file-lock.ts',
    before: "const handle = await open(me, 'wx', 0o600)",
    after: "const handle = await open(me, 'wx', 385)",
    reason: 'Its folder is closed to others.',
  },
  {
    path: 'packages/vault/src/certificado-mh.ts',
    before: 'const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0',
    after: 'const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? (-1)',
    reason: 'Either is too small.',
  },
  {
    path: 'packages/service/src/entrypoints/http/json.ts',
    before: "const [, sign = '', whole = '', fraction = '', exponent = '0'] =",
    after: "const [, sign = '', whole = '', fraction = '', exponent = ''] =",
    reason: 'The number of an empty text is 0 too.',
  },
  {
    path: 'packages/service/src/base/json/nulls.ts',
    before:
      "const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null",
    after: 'const isObject = (value: unknown): value is Members => value !== null',
    reason: 'What is no object, or is null, has no members to go through.',
  },
  {
    path: 'packages/service/src/base/json/nulls.ts',
    before:
      "const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null",
    after: "const isObject = (value: unknown): value is Members => typeof value === 'object'",
    reason: 'What is no object, or is null, has no members to go through.',
  },
  {
    path: 'packages/service/src/base/json/nulls.ts',
    before:
      "const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null",
    after:
      "const isObject = (value: unknown): value is Members => typeof value === 'object' || value !== null",
    reason: 'What is no object, or is null, has no members to go through.',
  },
  {
    path: 'packages/service/src/entrypoints/http/json.ts',
    before: 'else if (!string && !isExact(token)) {',
    after: 'else if (!isExact(token)) {',
    reason: 'Text has no digits that a double could lose: it saves a look.',
  },
  {
    path: 'packages/service/src/entrypoints/http/json.ts',
    before: 'return token.length <= 15 && !/[eE]/.test(token)',
    after: 'return token.length < 15 && !/[eE]/.test(token)',
    reason: 'A double holds every number of fifteen digits: it saves a look.',
  },
  {
    path: 'packages/service/src/entrypoints/http/json.ts',
    before: 'return token.length <= 15 && !/[eE]/.test(token)',
    after: 'return token.length <= 14 && !/[eE]/.test(token)',
    reason: 'A double holds every number of fifteen digits: it saves a look.',
  },
  {
    path: 'packages/service/src/entrypoints/app.ts',
    before: 'const LOOK_OVER_MS = 1_000',
    after: 'const LOOK_OVER_MS = 1001',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/entrypoints/app.ts',
    before: 'const LOOK_OVER_MS = 1_000',
    after: 'const LOOK_OVER_MS = 999',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/entrypoints/jobs/terceros.ts',
    before: 'const COMPANIES = 50',
    after: 'const COMPANIES = 51',
    reason: 'How many are read at a time decides nothing.',
  },
  {
    path: 'packages/service/src/entrypoints/jobs/terceros.ts',
    before: 'const COMPANIES = 50',
    after: 'const COMPANIES = 49',
    reason: 'How many are read at a time decides nothing.',
  },
  {
    path: 'packages/service/src/entrypoints/processes/member.ts',
    before: 'let asked = 0',
    after: 'let asked = (-1)',
    reason: 'Only tells the questions to a process apart: any first number does.',
  },
  {
    path: 'packages/service/src/entrypoints/processes/member.ts',
    before: 'let asked = 0',
    after: 'let asked = 1',
    reason: 'Only tells the questions to a process apart: any first number does.',
  },
  {
    path: 'packages/service/src/entrypoints/processes/member.ts',
    before: 'asked += 1',
    after: 'asked += 2',
    reason: 'Only tells the questions to a process apart: any other number does.',
  },
  {
    path: 'packages/service/src/base/time/ministry-dates.ts',
    before: 'return agree ? known.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : 0',
    after: 'return agree ? known.reduce((a, b) => (Math.abs(b) <= Math.abs(a) ? b : a)) : 0',
    reason: 'Two of one sign that are as large are the same.',
  },
  {
    path: 'packages/client/src/issued.ts',
    before: 'const PIECE = 8_192',
    after: 'const PIECE = 8193',
    reason: 'How many bytes are converted at once decides nothing.',
  },
  {
    path: 'packages/client/src/issued.ts',
    before: 'const PIECE = 8_192',
    after: 'const PIECE = 8191',
    reason: 'How many bytes are converted at once decides nothing.',
  },
  {
    path: 'packages/client/src/issued.ts',
    before: 'for (let i = 0; i < bytes.length; i += PIECE) {',
    after: 'for (let i = 0; i <= bytes.length; i += PIECE) {',
    reason: 'At most one piece more, which is empty.',
  },
  {
    path: 'packages/client/src/caller.ts',
    before: 'const { name, once } = request.operation ?? { name: null, once: false }',
    after: 'const { name, once } = request.operation ?? { name: null, once: true }',
    reason: 'What has no name is never repeated as the same operation.',
  },
  {
    path: 'packages/client/src/node/file-key-store.ts',
    before: 'const bytes = Buffer.alloc(Math.max(0, (await handle.stat()).size - from))',
    after: 'const bytes = Buffer.alloc(Math.max(0, (await handle.stat()).size + from))',
    reason: 'More room than is needed: what was read is returned.',
  },
  {
    path: 'packages/service/src/ledger/keys/quota.ts',
    before: `where company_id = $1 and key_id = $4 and kind = $5 and \${isOldAt('$2')}`,
    after: `where key_id = $4 and kind = $5 and \${isOldAt('$2')}`,
    reason: "A key's id is one company's: the condition has a cluster ask one machine.",
  },
  {
    path: 'packages/service/src/ledger/keys/quota.ts',
    before: `where company_id = w.company_id and key_id = w.key_id and kind = w.kind and \${isOldAt('$1')}`,
    after: `where company_id = w.company_id and kind = w.kind and \${isOldAt('$1')}`,
    reason: 'What is old goes, of whichever of the keys it is listed first.',
  },
  {
    path: 'packages/service/src/ledger/keys/quota.ts',
    before: 'limit $2))',
    after: 'limit $2 + 1))',
    reason: 'How many go in one statement decides nothing: it is repeated while there are so many.',
  },
  {
    path: 'packages/service/src/entrypoints/v1/parameters.ts',
    before: "if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text) || text.startsWith('0000')) return false",
    after: "if (!/^\\d{4}-\\d{2}-\\d{2}/.test(text) || text.startsWith('0000')) return false",
    reason: 'No longer text is the beginning of an instant.',
  },
  {
    path: 'packages/client/src/node/node-fetch.ts',
    before: 'status: answer.statusCode ?? 0,',
    after: 'status: answer.statusCode ?? 1,',
    reason: 'An answer has its status: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/client/src/node/node-fetch.ts',
    before: 'status: answer.statusCode ?? 0,',
    after: 'status: answer.statusCode ?? (-1),',
    reason: 'An answer has its status: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/console/src/emitir/campos.ts',
    before: 'const item = /^items\\[(\\d+)\\](?:\\.(\\w+))?/.exec(path)',
    after: 'const item = /items\\[(\\d+)\\](?:\\.(\\w+))?/.exec(path)',
    reason: 'No path of a request has its lines below something else.',
  },
  {
    path: 'packages/client/src/issued.ts',
    before: 'const within = { ...options, deadlineMs: Math.max(1, remainingMs) }',
    after: 'const within = { ...options, deadlineMs: Math.max(2, remainingMs) }',
    reason: 'A call whose time is over fails within a millisecond or two.',
  },
  {
    path: 'packages/service/src/entrypoints/console/guess.ts',
    before:
      'const isKnown = cookie !== null && (await isDeviceOf(deps.pool, { correo, token: cookie, now }))',
    after: 'const isKnown = (await isDeviceOf(deps.pool, { correo, token: cookie, now }))',
    reason: 'No cookie is nobody’s: the condition saves a query.',
  },
  {
    path: 'packages/service/src/entrypoints/console/confirm.ts',
    before: 'if (caller.session.strong) return',
    after: '{}',
    reason: 'A strong session lacks nothing: it saves a query.',
  },
  {
    path: 'packages/service/src/entrypoints/console/files.ts',
    before: 'const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }',
    after: 'const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }',
    reason: 'How hard it tries changes how long a file is, and nothing in it.',
  },
  {
    path: 'packages/service/src/entrypoints/console/files.ts',
    before: 'const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }',
    after: 'const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }',
    reason: 'How hard it tries changes how long a file is, and nothing in it.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/certificacion.ts',
    before: 'meta: METAS_CERTIFICACION.get(tipoDte) ?? 0,',
    after: 'meta: METAS_CERTIFICACION.get(tipoDte) ?? 1,',
    reason: 'Each type has its goal: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/certificacion.ts',
    before: 'meta: METAS_CERTIFICACION.get(tipoDte) ?? 0,',
    after: 'meta: METAS_CERTIFICACION.get(tipoDte) ?? (-1),',
    reason: 'Each type has its goal: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/certificacion.ts',
    before: 'meta: METAS_CERTIFICACION.get(evento) ?? 0,',
    after: 'meta: METAS_CERTIFICACION.get(evento) ?? 1,',
    reason: 'Each event has its goal: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/certificacion.ts',
    before: 'meta: METAS_CERTIFICACION.get(evento) ?? 0,',
    after: 'meta: METAS_CERTIFICACION.get(evento) ?? (-1),',
    reason: 'Each event has its goal: the number after ?? is for the compiler.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/documentos.ts',
    before: "const page = readPage({ deps }, parameters, ['consola', of, filters], LIMIT_MAX)",
    after: "const page = readPage({ deps }, parameters, ['', of, filters], LIMIT_MAX)",
    reason: 'No other list is named like it, with a word or without one.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/documentos.ts',
    before: "const page = readPage({ deps }, parameters, ['consola', of, filters], LIMIT_MAX)",
    after: 'const page = readPage({ deps }, parameters, [of, filters], LIMIT_MAX)',
    reason: 'No other list is named like it, with a word or without one.',
  },
  {
    path: 'packages/service/src/entrypoints/console/routes/llaves.ts',
    before: 'if (isDate(text) && end > now) return end',
    after: 'if (isDate(text) && end >= now) return end',
    reason: 'Of a call in the millisecond at which its day ends.',
  },
  {
    path: 'packages/service/src/entrypoints/admin/doctor.ts',
    before: 'if (offsetMs < WARN_MS) return []',
    after: 'if (offsetMs <= WARN_MS) return []',
    reason: 'The difference of two clocks is measured to the half millisecond.',
  },
  {
    path: 'packages/service/src/entrypoints/admin/doctor.ts',
    before: "gravedad: offsetMs < REFUSE_MS ? 'aviso' : 'grave',",
    after: "gravedad: offsetMs <= REFUSE_MS ? 'aviso' : 'grave',",
    reason: 'The difference of two clocks is measured to the half millisecond.',
  },
  {
    path: 'packages/service/src/flows/notifying/notify.ts',
    before: 'const mayTake = !signal?.aborted && underWay.size < TURNS_MAX',
    after: 'const mayTake = !signal?.aborted && underWay.size <= TURNS_MAX',
    reason: 'Where there is no room no turn is asked for.',
  },
  {
    path: 'packages/service/src/flows/notifying/turn.ts',
    before: 'const after = from < forgotten ? forgotten : from',
    after: 'const after = from <= forgotten ? forgotten : from',
    reason: 'Of equal ones either is taken.',
  },
  {
    path: 'packages/service/src/flows/keeping/copy-files.ts',
    before: 'if (nth % IN_A_ROW === 0) await nextTurn() // calls come first',
    after: 'if (nth % IN_A_ROW === 1) await nextTurn() // calls come first',
    reason: 'After which of eight other calls get a turn decides nothing that they see.',
  },
  {
    path: 'packages/service/src/flows/keeping/copy-store.ts',
    before:
      'for (const one of documents) one.files = null // frees memory for the rest of the batch',
    after: 'for (const one of documents) {} // frees memory for the rest of the batch',
    reason: 'Who holds them a moment longer makes the same copies.',
  },
  {
    path: 'packages/service/src/flows/recovering/stored.ts',
    before: 'const DOCUMENTO = /^(DTE-.{27})\\.json$/',
    after: 'const DOCUMENTO = /(DTE-.{27})\\.json$/',
    reason: 'The names that are listed begin so.',
  },
  {
    path: 'packages/service/src/flows/recovering/stored.ts',
    before: "const numbers = matching(await store.list(folder, ['DTE-']), DOCUMENTO)",
    after: "const numbers = matching(await store.list(folder, ['']), DOCUMENTO)",
    reason: 'Of the names that are listed besides none has the form.',
  },
  {
    path: 'packages/service/src/flows/recovering/reconcile.ts',
    before: 'const latest = (a: bigint, b: bigint) => (a > b ? a : b)',
    after: 'const latest = (a: bigint, b: bigint) => (a >= b ? a : b)',
    reason: 'Of equal ones either is taken.',
  },
  {
    path: 'packages/service/src/flows/recovering/import-event.ts',
    before: 'intencion: Buffer.alloc(0), // its request is lost, so no call is a repeat of it',
    after: 'intencion: Buffer.alloc(1), // its request is lost, so no call is a repeat of it',
    reason: 'A hash has 32 bytes: neither is one.',
  },
  {
    path: 'packages/service/src/flows/recovering/import.ts',
    before:
      'if (ajustes.length > 0) await insertAjustes(tx, { companyId, nota: codigoGeneracion }, ajustes)',
    after:
      'if (ajustes.length >= 0) await insertAjustes(tx, { companyId, nota: codigoGeneracion }, ajustes)',
    reason: 'It spares a statement that inserts nothing.',
  },
  {
    path: 'packages/service/src/flows/recovering/import.ts',
    before: 'if (listed.length > 0)',
    after: 'if (listed.length >= 0)',
    reason: 'It spares a statement that inserts nothing.',
  },
  {
    path: 'packages/service/src/flows/admin/storage.ts',
    before:
      'const destination = { kind, location, credentials: null, innerNetwork: true } as const',
    after:
      'const destination = { kind, location, credentials: null, innerNetwork: false } as const',
    reason: 'Only the address of a bucket is looked at by it.',
  },
]
