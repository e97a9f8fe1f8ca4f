/** The doctor's findings in a world with one fault after another. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { prepare } from '../../../test/prepared.ts'
import { type Company, createWorld, SALE, type World } from '../../../test/world.ts'
import { findGaps } from '../../flows/admin/gaps.ts'
import { VERIFIED_FOR_MS } from '../../ledger/destinations/verified.ts'
import { readIdentity } from '../../ledger/marks/marks.ts'
import { diagnose } from './doctor.ts'
import type { FindingCode } from './finding.ts'

let world: World
/** Without any fault: each finding is of the other one alone. */
let sound: Company
/** Prepared and not signed: a number that is reserved. */
let reserved: string
before(async () => {
  world = await createWorld()
  sound = await world.addCompany()
})
after(() => world.close())

const sql = (text: string, values: unknown[] = []) => world.deps.pool.many(text, values)
const PLENTY = async () => roomOf({ free: 0.5 })
const found = () => diagnose(world.admin, { folders: [], roomOf: PLENTY })

test('a company that can issue has no findings', async () => {
  assert.equal((await world.issue()).status, 200)
  assert.equal((await world.issue(SALE, { key: sound.key })).status, 200)
  reserved = (await prepare(world)).body.codigoGeneracion
  assert.deepEqual(await found(), [])
})

const own = (table: string, set: string) =>
  `update ${table} set ${set}
    where company_id = (select company_id from companies where nit = '${world.company.nit}')`
const vault = (validTo: string) => own('signing_vaults', `valid_to = now() ${validTo}`)
const destination = (verifiedAt: string, more = '') =>
  own('storage_destinations', `verified_at = now() ${verifiedAt} ${more}`)
const key = (set: string) => own('api_keys', set)
const copies = (set: string) => own('holding', set)
const account = (why: string) => own('ministry_accounts', `refused_why = ${why}`)
const reservation = (due: string) =>
  `update documents set vence_en = now() ${due} where codigo_generacion = '${reserved}'`
const mark = (values: string) =>
  `insert into database_marks (identity, alive_at, fenced_since, reason) values (${values})`

const RENEW = /sello certificate import/
const PASSWORD = /guárdela: sello company password --nit \d{14} --environment 00/
const VERIFY = /sello storage verify/

/** [code, how grave, what breaks, what mends, what is said, what to do]. No company: it is of all. */
// biome-ignore format: a table
const BROKEN: readonly (readonly [FindingCode, 'grave' | 'aviso', () => string, () => string, RegExp, RegExp])[] = [
  ['certificado',       'aviso', () => vault(`+ interval '59 days 23 hours'`), () => vault(`+ interval '60 days 1 hour'`), /vence el 20\d\d-\d\d-\d\d\.$/, RENEW],
  ['certificado',       'grave', () => vault(`- interval '1 minute'`), () => vault(`+ interval '2 years'`), /venció el 20\d\d-\d\d-\d\d: nada se puede firmar/, RENEW],
  ['contrasena',        'grave', () => account(`'refused'`), () => account('null'), /no aceptó la contraseña/, new RegExp(`^Revísela y ${PASSWORD.source}`)],
  ['contrasena',        'grave', () => account(`'expired'`), () => account('null'), /venció \(103\)/, new RegExp(`^Póngale una nueva en el sitio de Hacienda y ${PASSWORD.source}`)],
  ['destino',           'aviso', () => destination(`- interval '23 days 1 hour'`), () => destination(`- interval '22 days 23 hours'`), /^El destino \/\S+ cuenta hasta el 20\d\d-\d\d-\d\d\.$/, VERIFY],
  ['destino',           'aviso', () => destination('', `, problem = 'Sin respuesta.'`), () => destination('', ', problem = null'), /cuenta hasta el 20\d\d-\d\d-\d\d: Sin respuesta\.$/, VERIFY],
  ['destino',           'grave', () => destination(`- interval '30 days 1 minute'`), () => destination(''), /^El destino \/\S+ no está verificado\.$/, VERIFY],
  ['destino',           'grave', () => destination(`- interval '31 days'`, `, problem = 'Sin permiso.'`), () => destination('', ', problem = null'), /no está verificado: Sin permiso\.$/, VERIFY],
  ['destino',           'grave', () => destination('', `, refused_since = now(), refused_why = 'Está lleno.'`), () => destination('', ', refused_since = null, refused_why = null'), /no recibe archivos desde 20\d\d-\d\d-\d\dT\S+: Está lleno\.$/, VERIFY],
  ['llave_bloqueada',   'grave', () => key('vault_failures = 5'), () => key('vault_failures = 4'), /^La llave \S{12} está suspendida para firmar: hubo 5 llaves/, /sello key reactivate --key-id \S{12}\.$/],
  ['llave_por_vencer',  'aviso', () => key(`expires_at = now() + interval '13 days 23 hours'`), () => key(`expires_at = now() + interval '14 days 1 hour'`), /^La llave \S{12} vence el 20\d\d-\d\d-\d\dT\S+Z\.$/, /sello key mint/],
  ['copia_atrasada',    'aviso', () => copies(`copy_at = now() - interval '61 minutes'`), () => copies(`copy_at = now() - interval '59 minutes'`), /^1 documento sin copia en el almacenamiento/, /sello storage list/],
  ['reserva_vencida',   'aviso', () => reservation(`- interval '11 minutes'`), () => reservation(`- interval '9 minutes'`), /^1 número reservado y vencido que nadie libera/, /sello start/],
  ['restauracion',      'grave', () => mark(`'another cluster', now(), null, null`), () => 'delete from database_marks', /es una copia restaurada/, /sello reconcile\.$/],
  ['restauracion',      'grave', () => mark(`'another cluster', now(), now(), 'Volvió a las 10.'`), () => 'delete from database_marks', /^Volvió a las 10\.$/, /sello reconcile\.$/],
  ['documento_perdido', 'aviso', () => `insert into recovered_documents select company_id, gen_random_uuid(), '00', '01', 'DTE-01-M001P001-000000000009999', 2026, 'SELLO', null, now() from companies where nit = '${world.company.nit}'`, () => 'delete from recovered_documents', /^1 documento que Hacienda selló y cuyo contenido se perdió/, /sello reconcile --files/],
]
const OF_ALL: readonly FindingCode[] = ['copia_atrasada', 'reserva_vencida', 'restauracion']
/** Of a company's two environments alike. */
const OF_BOTH: readonly FindingCode[] = ['destino']

for (const [codigo, gravedad, breakIt, mend, says, advises] of BROKEN) {
  test(`${codigo} is found as ${gravedad} (${says.source}), with what to do, and is gone once it is fixed`, async () => {
    await sql(breakIt())
    const findings = await found()
    await sql(mend())
    const { mensaje = '', queHacer = '', ...finding } = findings[0] ?? {}
    const nit = OF_ALL.includes(codigo) ? null : world.company.nit
    const ambiente = nit === null || OF_BOTH.includes(codigo) ? null : '00'
    assert.deepEqual([finding, findings.length], [{ gravedad, codigo, nit, ambiente }, 1])
    assert.match(mensaje, says)
    assert.match(queHacer, advises)
    assert.deepEqual(await found(), [])
  })
}

test('several of one kind are told as several', async () => {
  assert.equal((await world.issue()).status, 200)
  assert.equal((await prepare(world, SALE, { key: sound.key })).status, 200)
  const both = (due: string) =>
    sql(`update documents set vence_en = now() ${due} where estado = 'reservado'`)
  const lost = `insert into recovered_documents select company_id, gen_random_uuid(), '00', '01', 'DTE-01-M001P001-' || n, 2026, 'SELLO', null, now() from companies, (values ('000000000008888'), ('000000000009999')) as v (n) where nit = '${world.company.nit}'`
  await sql(copies(`copy_at = now() - interval '61 minutes'`))
  await both(`- interval '11 minutes'`)
  await sql(lost)
  const said = (await found()).map(({ mensaje }) => mensaje)
  await sql(copies(`copy_at = now() - interval '59 minutes'`))
  await both(`- interval '9 minutes'`)
  await sql('delete from recovered_documents')
  assert.deepEqual(said, [
    '2 documentos que Hacienda selló y cuyo contenido se perdió al restaurar.',
    '2 documentos sin copia en el almacenamiento de su empresa desde hace más de una hora.',
    '2 números reservados y vencidos que nadie libera.',
  ])
  assert.deepEqual(await found(), [])
})

test('a database that waits for a reconciliation is told as such, also where it is the one that served', async () => {
  const identity = await readIdentity(world.deps.pool)
  for (const [fence, codes] of [
    ['null, null', []],
    [`now(), 'Volvió a las 10.'`, ['grave restauracion']],
  ] as const) {
    await sql(mark(`'${identity}', now(), ${fence}`))
    const findings = await found()
    await sql('delete from database_marks')
    assert.deepEqual(
      findings.map(({ gravedad, codigo }) => `${gravedad} ${codigo}`),
      codes,
    )
  }
})

test('what counts until an instant counts no more in it', async () => {
  const now = new Date()
  const clock = { ...world.admin.clock, now: () => now }
  const at = (ms: number) => `'${new Date(now.getTime() + ms).toISOString()}'`
  await sql(own('signing_vaults', `valid_to = ${at(0)}`))
  await sql(own('storage_destinations', `verified_at = ${at(-VERIFIED_FOR_MS)}`))
  const findings = await diagnose({ ...world.admin, clock }, { folders: [], roomOf: PLENTY })
  await sql(vault(`+ interval '2 years'`))
  await sql(destination(''))
  assert.deepEqual(
    findings.map(({ gravedad, codigo }) => [gravedad, codigo]),
    [
      ['grave', 'certificado'],
      ['grave', 'destino'],
    ],
  )
})

test('a company with an active key needs a destination, and its own one is verified where it issues', async () => {
  const { nit } = await world.addCompany()
  const of = `where company_id = (select company_id from companies where nit = '${nit}')`
  await sql(
    `update storage_destinations set kind = 'byos_folder', location = null, label = 'Bodega', verified_at = null,
            sealed_iv = 'x', sealed_data = 'x' ${of}`,
  )
  const [unverified, ...others] = await found()
  assert.deepEqual([unverified?.codigo, unverified?.nit, others], ['destino', nit, []])
  assert.match(unverified?.mensaje ?? '', /^El destino Bodega no está verificado\.$/)
  assert.match(unverified?.queHacer ?? '', /sello archive verify/)

  await sql(`delete from storage_destinations ${of}`)
  const [none] = await found()
  assert.deepEqual([none?.codigo, none?.gravedad, none?.nit], ['destino', 'grave', nit])
  assert.match(none?.mensaje ?? '', /no puede emitir/)
  assert.match(none?.queHacer ?? '', /sello storage connect/)
  await sql(`update api_keys set state = 'inactive' ${of}`)
  assert.deepEqual(await found(), [])
})

// biome-ignore format: a table
const CLOCKS = [
  // ahead by
  [2_500,   undefined],
  [-4_400,  'aviso 4'],
  [59_400,  'aviso 59'],
  [-61_400, 'grave 61'],
  [3_600_400, 'grave 3600'],
] as const

for (const [ms, expected] of CLOCKS) {
  test(`a clock that is ${ms} ms ahead of the database’s is ${expected ?? 'sound'}`, async () => {
    const clock = { ...world.admin.clock, now: () => new Date(Date.now() + ms) }
    const findings = await diagnose({ ...world.admin, clock }, { folders: [], roomOf: PLENTY })
    const [one] = findings.filter(({ codigo }) => codigo === 'reloj')
    const seconds = /difieren en (\d+) s\.$/.exec(one?.mensaje ?? '')?.[1]
    assert.equal(one && `${one.gravedad} ${seconds}`, expected)
    if (one) assert.match(one.queHacer, /NTP/)
  })
}

/** Of a disk of 1,000 blocks. */
const roomOf = ({ free, type = 1 }: { readonly free: number; readonly type?: number }) => {
  const bavail = free * 1_000
  return { type, blocks: 1_000, bfree: bavail, bavail }
}

test('each disk that the service writes to is told once when it is nearly full, and graver when it is full', async () => {
  const rooms: Readonly<Record<string, ReturnType<typeof roomOf>>> = {
    '/half': roomOf({ free: 0.5 }),
    '/tenth': roomOf({ free: 0.1 }),
    '/low': roomOf({ free: 0.0999 }),
    '/fiftieth': roomOf({ free: 0.02, type: 2 }),
    '/full': roomOf({ free: 0.019, type: 3 }),
    '/full/below': roomOf({ free: 0.019, type: 3 }),
    '/proc': { ...roomOf({ free: 0 }), blocks: 0 },
  }
  const folders = [...Object.keys(rooms), '/nowhere']
  const asked: string[] = []
  const findings = await diagnose(world.admin, {
    folders,
    async roomOf(folder) {
      asked.push(folder)
      const room = rooms[folder]
      if (!room && folder === '/nowhere') throw new Error('ENOENT')
      return room ?? roomOf({ free: 0.5, type: 4 })
    },
  })
  const managed = asked.filter((folder) => !folders.includes(folder))
  assert.equal(managed.length, 2, 'the folders of the companies too')
  assert.deepEqual(
    findings.map(({ gravedad, codigo, mensaje }) => [gravedad, codigo, mensaje]),
    [
      ['grave', 'disco', 'El disco de /full/below tiene libre 1 %.'],
      ['aviso', 'disco', 'El disco de /low tiene libre 9 %.'],
      ['aviso', 'disco', 'El disco de /fiftieth tiene libre 2 %.'],
    ],
  )
  assert.ok(findings.every(({ queHacer }) => /Haga espacio/.test(queHacer)))
})

test('documents that wait for the ministry are reported, as grave if no process takes them', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const first = await world.issue()
  const [alone] = await found()
  assert.match(alone?.mensaje ?? '', /^1 documento firmado sin sello; el más antiguo, de 20\S+Z\.$/)
  const second = await world.issue()
  await world.mh.clearFaults()
  assert.deepEqual([first.status, second.status], [202, 202])
  const leased = (until: string) =>
    sql(
      own('documents', `lease_until = now() - interval '${until}'`).concat(
        ` and estado = 'contingencia' and codigo_generacion = '${first.body.codigoGeneracion}'`,
      ),
    )
  await leased('9 minutes')
  const [waiting, ...others] = await found()
  assert.deepEqual(
    [waiting?.codigo, waiting?.gravedad, waiting?.nit, waiting?.ambiente, others],
    ['documento_sin_sello', 'aviso', world.company.nit, '00', []],
  )
  assert.match(
    waiting?.mensaje ?? '',
    /^2 documentos firmados sin sello; el más antiguo, de 20\S+Z\.$/,
  )
  assert.match(waiting?.queHacer ?? '', /No los emita otra vez/)

  await leased('11 minutes')
  const [stuck, ...after] = await found()
  assert.deepEqual([stuck?.codigo, stuck?.gravedad], ['documento_detenido', 'grave'])
  assert.match(
    stuck?.mensaje ?? '',
    /^1 documento que nadie transmite desde hace más de 10 minutos/,
  )
  assert.match(stuck?.queHacer ?? '', /sello start/)
  assert.deepEqual(after, [waiting])

  await sql(
    own('documents', `lease_until = now() - interval '11 minutes'`).concat(
      ` and estado = 'contingencia'`,
    ),
  )
  assert.match((await found())[0]?.mensaje ?? '', /^2 documentos que nadie transmite desde hace/)
})

test('a gap shows a number without a seal, its document, its state and the ministry’s words', async () => {
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    times: 1,
    codigoMsg: '020',
    descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
  })
  const { status, body } = await world.issue()
  assert.equal(status, 422)
  const year = new Date().getUTCFullYear()
  const asked = { ambiente: '00', year } as const
  const [serie] = await findGaps(world.admin, world.company.nit, asked)

  const { codigoGeneracion, numeroControl } = body.error.details
  const rejected = serie?.gaps.find((gap) => gap.numeroControl === numeroControl)
  assert.deepEqual(rejected, {
    numeroControl,
    estado: 'rechazado',
    codigoGeneracion,
    motivo: '[resumen.totalIva] CALCULO INCORRECTO',
    fueraDesde: null,
    selloRecibido: null,
  })
  assert.deepEqual(
    serie?.gaps.map(({ estado }) => estado),
    ['reservado', 'contingencia', 'contingencia', 'rechazado'],
  )
})
