import assert from 'node:assert/strict'
import { createECDH, randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { listStorage, setMinistryPassword } from '../../src/admin.ts'
import { copyDue } from '../../src/flows/keeping/copy.ts'
import { giveBack } from '../corrections.ts'
import { liquidacion, MANDANTE, periodoOf, soldForOther } from '../liquidaciones.ts'
import { sealedBody } from '../originals.ts'
import { signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

const PURCHASE = {
  tipoDte: '14',
  receptor: {
    ...{ numDocumento: '00016297-5', nombre: 'Persona Ficticia' },
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  },
  items: [{ descripcion: 'Maíz', cantidad: 2, precioUni: 5 }],
}

let world: World
let browser: Awaited<ReturnType<typeof signInAs>>
let base: string

before(async () => {
  world = await createWorld()
  browser = await signInAs(world, 'dueno')
  base = `/${world.company.nit}/00`
  for (const referencia of ['pedido 1', 'pedido 2', 'pedido 3']) {
    assert.equal((await world.issue({ ...SALE, referencia })).status, 200)
  }
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
  assert.equal((await world.issue({ ...SALE, referencia: 'pedido 4' })).status, 422)
})
after(() => world.close())

test('documents are found by part of a number, a code or a reference, and add up by type and state', async () => {
  const all = (await browser.get(`${base}/documentos`)).body
  assert.equal(all.documentos.length, 4)
  const [first] = (await browser.get(`${base}/documentos?q=pedido%202`)).body.documentos
  assert.equal(first.referencia, 'pedido 2')
  assert.equal(first.puntoDeVenta, 'M001P001')
  const byCode = await browser.get(
    `${base}/documentos?q=${first.codigoGeneracion.slice(0, 12).toLowerCase()}`,
  )
  assert.deepEqual(
    byCode.body.documentos.map(({ referencia }: { referencia: string }) => referencia),
    ['pedido 2'],
  )
  const pages = []
  for (let cursor = ''; ; ) {
    const { body } = await browser.get(`${base}/documentos?limit=3${cursor}`)
    pages.push(body.documentos.length)
    if (body.siguiente === null) break
    cursor = `&cursor=${body.siguiente}`
  }
  assert.deepEqual(pages, [3, 1])
  const { siguiente } = (await browser.get(`${base}/documentos?limit=3`)).body
  const leadsOn = async (at: string, more = '') =>
    (await browser.get(`${at}/documentos?cursor=${siguiente}${more}`)).status
  assert.equal(await leadsOn(base), 200)
  assert.equal(await leadsOn(base, '&q=%20'), 200, 'nothing more is asked')
  assert.equal(await leadsOn(base, '&q=pedido'), 400)
  assert.equal(await leadsOn(base.replace(/00$/, '01')), 400, 'of the other environment')
  const referred = async (q: string) => {
    const { documentos } = (await browser.get(`${base}/documentos?q=${q}&receptor=%20`)).body
    return documentos.map(({ referencia }: { referencia: string | null }) => referencia)
  }
  assert.equal((await referred('%20')).length, 4, 'nothing is asked')
  assert.deepEqual(await referred('%20pedido%202%20'), ['pedido 2'])
  const { grupos } = (await browser.get(`${base}/documentos/totales?estado=sellado,rechazado`)).body
  const shown = grupos.map((one: { estado: string; documentos: number; totalPagar: number }) => [
    ...[one.estado, one.documentos, one.totalPagar],
  ])
  assert.deepEqual(shown, [
    ['rechazado', 1, 11.3],
    ['sellado', 3, 33.9],
  ])
  for (const bad of ['estado=otro', 'tipo=99', 'desde=2026-02-30', 'cursor=abc', 'nada=1']) {
    assert.equal((await browser.get(`${base}/documentos?${bad}`)).status, 400, bad)
  }
})

test('the start page shows what is due and this month’s sales', async () => {
  const { atender, mes, ultimos } = (await browser.get(`${base}/inicio`)).body
  assert.deepEqual(
    atender.map(({ clase }: { clase: string }) => clase),
    ['rechazado'],
  )
  assert.equal(mes.vendido, 33.9)
  assert.equal(mes.documentos, 3)
  const [company] = await companiesOf(browser)
  assert.deepEqual([company.mes, company.pendientes], [{ documentos: 3, totalPagar: 33.9 }, 1])
  assert.equal(mes.dias.length, 1)
  assert.equal(ultimos.length, 4)
  const corrected = (await browser.get(`${base}/documentos?porCorregir=true`)).body.documentos
  assert.equal(corrected.length, 1)
  assert.ok(new Date(corrected[0].corregirHasta) > world.deps.clock.now())
})

/** [table, what happens, how it is mended, what is due, in which words, whether until an instant]. */
// biome-ignore format: a table
const DUE: readonly (readonly [table: string, set: string, back: string, clase: string | null, texto: RegExp, isLimited: boolean])[] = [
  ['signing_vaults',       `valid_to = now() + interval '61 days'`,           '',                              null,              /^$/, false],
  ['signing_vaults',       `valid_to = now() + interval '47 hours'`,          '',                              'certificado',     /^El certificado de firma vence en 2 días$/, true],
  ['signing_vaults',       `valid_to = now() + interval '1 hour'`,            '',                              'certificado',     /^El certificado de firma vence en un día$/, true],
  ['signing_vaults',       `valid_to = now() - interval '1 hour'`,            `valid_to = '2031-01-01'`,       'certificado',     /^El certificado de firma venció$/, true],
  ['storage_destinations', `verified_at = now() - interval '22 days 23 hours'`, '',                            null,              /^$/, false],
  ['storage_destinations', `verified_at = now() - interval '23 days 1 hour'`, '',                              'almacenamiento',  /^Verifique el almacenamiento$/, true],
  ['storage_destinations', `verified_at = now() - interval '30 days 1 hour'`, '',                              'almacenamiento',  /^Ningún almacenamiento está verificado$/, false],
  ['storage_destinations', `verified_at = null`,                              'verified_at = now()',           'almacenamiento',  /^Ningún almacenamiento está verificado$/, false],
  ['storage_destinations', `refused_since = now(), refused_why = 'Lleno.'`,   'refused_since = null, refused_why = null', 'almacenamiento', /^Un almacenamiento no recibe archivos$/, false],
  ['api_keys',             'vault_failures = 5',                              '',                              'llave_bloqueada', /^Firma bloqueada: prueba$/, false],
  ['api_keys',             `vault_failures = 5, state = 'inactive'`,          `vault_failures = 0, state = 'active'`, null,       /^$/, false],
  ['ministry_accounts',    `refused_why = 'expired'`,                         '',                              'contrasena',      /^La contraseña de la API de Hacienda venció$/, false],
  ['ministry_accounts',    `refused_why = 'refused'`,                         'refused_why = null',            'contrasena',      /^Hacienda no acepta la contraseña de su API$/, false],
]

const NOTES: ReadonlyMap<string, string> = new Map([
  ['El certificado de firma venció', 'Sin un certificado vigente no se puede emitir.'],
  ['Un almacenamiento no recibe archivos', 'Lleno.'],
])

test('what is due is told in its words, once its time has come and not before', async () => {
  const { nit } = await world.addCompany()
  const someone = await signInAs(world, 'administrador', { nit })
  const change = (table: string, set: string) =>
    world.deps.pool.many(
      `update ${table} set ${set} where company_id = (select company_id from companies where nit = $1)`,
      [nit],
    )
  for (const [table, set, back, clase, texto, isLimited] of DUE) {
    await change(table, set)
    const { atender } = (await someone.get(`/${nit}/00/inicio`)).body
    if (back !== '') await change(table, back)
    const [one, ...others] = atender
    assert.deepEqual([one?.clase ?? null, others], [clase, []], set)
    assert.match(one?.texto ?? '', texto, set)
    assert.equal((one?.limite ?? null) !== null, isLimited, set)
    assert.equal(one?.nota ?? null, NOTES.get(one?.texto) ?? null, set)
  }
  await world.deps.pool.many(
    `insert into storage_destinations (company_id, destination_id, kind, location, created_at, verified_at)
     select company_id, gen_random_uuid(), 'managed_folder', '/nowhere', now(), now() - interval '40 days'
       from companies where nit = $1`,
    [nit],
  )
  const { atender } = (await someone.get(`/${nit}/00/inicio`)).body
  assert.deepEqual(atender, [], 'one verified destination is enough')
})

test('a refused password and a destination that refuses files are due, with the first failure', async () => {
  const own = await createWorld()
  try {
    const { nit } = own.company
    const [{ location = '', destinationId = '' } = {}] = await listStorage(own.admin, nit)
    await rename(location, `${location}-away`)
    await writeFile(location, 'no folder')
    await own.issue(SALE)
    await copyDue(own.deps)
    await setMinistryPassword(own.admin, nit, { ambiente: '00', password: 'Otra-Clave-1' })
    await own.advance(21 * 60 * 60_000) // its token ends
    assert.equal((await own.issue(SALE)).status, 202)

    const again = await signInAs(own, 'dueno')
    const { atender } = (await again.get(`/${nit}/00/inicio`)).body
    const of = (wanted: string) => atender.find(({ clase }: { clase: string }) => clase === wanted)
    assert.equal(of('contrasena').texto, 'Hacienda no acepta la contraseña de su API')
    assert.equal(of('almacenamiento').sobre, destinationId)
    assert.match(of('almacenamiento').nota, /No se puede escribir/)
  } finally {
    await own.close()
  }
})

/** What the list of a person's companies says of each. */
const companiesOf = async (person: Pick<typeof browser, 'get'>) => {
  const { empresas } = (await person.get('/empresas')).body
  const shown = 'nit pendientes rechazados contingencias mes'.split(' ')
  return empresas.map((one: Record<string, unknown>) =>
    Object.fromEntries(shown.map((name) => [name, one[name]])),
  )
}

test('what is due is told with its reason and its time, also of another month and another type', async () => {
  const own = await createWorld({ mh: { timeoutMs: 300, budgetMs: 600 } })
  try {
    const owner = await signInAs(own, 'dueno')
    const start = `/${own.company.nit}/00/inicio`
    await own.mh.fault({ service: '*', kind: 'status', status: 503 })
    assert.equal((await own.issue(PURCHASE)).status, 202)
    await own.mh.clearFaults()
    await own.mh.fault({ service: 'recepciondte', kind: 'reject', times: 2, descripcionMsg: 'No' })
    await own.issue({ ...SALE, receptor: { nombre: 'Ana Paz' } })
    await own.advance(3_600_000)
    await own.issue(SALE)
    const { atender, sinSello, mes } = (await owner.get(start)).body
    const [first, second] = atender
    assert.deepEqual([first.tipoDte, first.texto], ['01', 'Ana Paz'], 'the least time left first')
    assert.match(first.nota, /No/)
    assert.match(second.texto, /^…\d{6}$/)
    assert.equal(sinSello, 1, 'a purchase is no sale, and waits for its seal all the same')
    assert.deepEqual([mes.documentos, mes.sinSello], [0, 0])
    const waiting = atender.find(({ clase }: { clase: string }) => clase === 'contingencia')
    assert.equal(waiting.texto, 'Un documento firmado espera su sello')
    const { nit } = own.company
    const counted = { nit, pendientes: 3, rechazados: 2, contingencias: 1 }
    assert.deepEqual(await companiesOf(owner), [
      { ...counted, mes: { documentos: 1, totalPagar: 10 } },
    ])
    const other = await own.addCompany()
    await own.issue(SALE, { key: other.key })
    const figures = { nit: other.nit, pendientes: 0, rechazados: 0, contingencias: 0, mes: null }
    assert.deepEqual(
      new Set(await companiesOf(await signInAs(own, 'operador'))),
      new Set([{ ...counted, mes: null }, figures]),
    )
    assert.equal((await companiesOf(owner)).length, 1)

    // A deferred document may be rejected weeks after it was made.
    const rejectedOf = async (days: number) => {
      await own.deps.pool.many(`update documents set created_at = $1 where estado = 'rechazado'`, [
        new Date(own.deps.clock.now().getTime() - days * 86_400_000),
      ])
      const made = (await owner.get(start)).body.atender
      return made.filter(({ clase }: { clase: string }) => clase === 'rechazado').length
    }
    assert.deepEqual([await rejectedOf(29.9), await rejectedOf(30.1)], [2, 0])
    await rejectedOf(1)
    await own.advance(86_400_000 - 1_800_000)
    const nextDay = (await (await signInAs(own, 'dueno')).get(start)).body.atender
    const correctable = nextDay.filter(({ clase }: { clase: string }) => clase === 'rechazado')
    assert.deepEqual(
      correctable.map(({ sobre }: { sobre: string }) => sobre),
      [second.sobre],
      'a rejection that is a day old can be corrected no more',
    )

    await own.advance(400 * 86_400_000)
    const lateOwner = await signInAs(own, 'dueno')
    const late = (await lateOwner.get(start)).body
    const said = late.atender.map(({ texto }: { texto: string }) => texto)
    const kinds = late.atender.map(({ clase }: { clase: string }) => clase)
    assert.ok(said.includes('Ningún almacenamiento está verificado'), JSON.stringify(said))
    assert.ok(!kinds.includes('rechazado'), JSON.stringify(said))
    assert.equal(late.sinSello, 1, 'of another month')
    const [{ pendientes, rechazados, contingencias }] = await companiesOf(lateOwner)
    assert.deepEqual([pendientes, rechazados, contingencias], [1, 0, 1])
  } finally {
    await own.close()
  }
})

test('what is due in one environment is not told in the other', async () => {
  const own = await createWorld()
  try {
    const { nit, key } = own.company
    const issuer = await signInAs(own, 'emisor')
    const clavePublica = createECDH('prime256v1').generateKeys().toString('base64url')
    const asked = await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })
    assert.ok(asked.body.id, JSON.stringify(asked.body))
    await own.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
    assert.equal((await own.issue()).status, 422)
    await own.deps.pool.many('update api_keys set vault_failures = 5 where key_id = $1', [
      key.keyId,
    ])

    const owner = await signInAs(own, 'dueno')
    const told = async (ambiente: string) => {
      const { atender } = (await owner.get(`/${nit}/${ambiente}/inicio`)).body
      return atender.flatMap(({ clase, texto, sobre }: Record<string, string>) =>
        clase === 'rechazado' || clase === 'almacenamiento' ? [clase] : [[clase, texto, sobre]],
      )
    }
    const key0 = ['llave_bloqueada', 'Firma bloqueada: prueba', key.keyId]
    const request = ['pedido_de_firma', 'Persona emisor pide su firma', asked.body.id]
    assert.deepEqual(await told('00'), ['rechazado', key0, request])
    assert.deepEqual(await told('01'), [])
    await own.deps.pool.many('update api_keys set person_id = $2 where key_id = $1', [
      ...[key.keyId, issuer.personId],
    ])
    const ofPerson = ['firma_bloqueada', 'Firma bloqueada: prueba', key.keyId]
    assert.deepEqual(await told('00'), ['rechazado', ofPerson, request])
  } finally {
    await own.close()
  }
})

test('a return is told its amount before it is registered, with what was returned before', async () => {
  const items = [
    { descripcion: 'Café', cantidad: 3, precioUni: 3.33, montoDescu: 0.01 },
    { descripcion: 'Pan', cantidad: 1, precioUni: 1.15, tipoVenta: 'exenta' },
  ]
  const { body: sold } = await world.issue({ ...SALE, items, descuentos: { gravadas: 0.5 } })
  const codigo: string = sold.codigoGeneracion
  assert.ok(codigo, JSON.stringify(sold))
  const ask = (body: object) =>
    browser.send('POST', `${base}/documentos/${codigo}/devolucion`, body)
  for (const parte of [
    [{ linea: 1, cantidad: 1 }],
    [
      { linea: 1, cantidad: 1 },
      { linea: 2, cantidad: 1 },
    ],
    [{ linea: 1, cantidad: 1 }],
  ]) {
    const told = await ask({ items: parte })
    assert.equal(told.status, 200, JSON.stringify(told.body))
    const done = await giveBack(world, codigo, parte)
    assert.equal(done.status, 200, JSON.stringify(done.body))
    const { retornos } = (await browser.get(`${base}/v1/dte/${codigo}`)).body
    const { totalGravada, totalIva, totalPagar } = told.body.totales
    assert.deepEqual({ totalGravada, totalIva, totalPagar }, retornos[0].totales)
  }
  const over = await ask({ items: [{ linea: 2, cantidad: 1 }] })
  assert.deepEqual([over.status, over.body.error.code], [422, 'return_exceeds_available'])
  const elsewhere = `${base}/documentos/${randomUUID().toUpperCase()}/devolucion`
  const none = await browser.send('POST', elsewhere, { items: [{ linea: 1, cantidad: 1 }] })
  assert.deepEqual([none.status, none.body.error.code], [404, 'not_found'])
  const credito = await soldForOther(world, 10, { ventaTercero: null })
  const path = `${base}/documentos/${credito}/devolucion`
  const typed = await browser.send('POST', path, { items: [{ linea: 1, cantidad: 1 }] })
  assert.equal(typed.body.error?.code, 'return_type_not_allowed')
})

test('what a liquidation would list is told in full, and nothing of it is taken', async () => {
  const periodo = periodoOf(world)
  const code = await soldForOther(world, 500, { aplicarPercepcionIva: true })
  const ask = (query: string) => browser.get(`${base}/documentos/liquidables?${query}`)
  const asked = `mandante=${MANDANTE.numDocumento}&periodo=${periodo}`
  const told = await ask(asked)
  assert.equal(told.status, 200, JSON.stringify(told.body))
  assert.equal(told.body.codDomiciliado, 1)
  const [{ fechaEmision, ...first }] = told.body.documentos
  assert.ok(fechaEmision.startsWith(periodo))
  assert.deepEqual(first, {
    ...{ tipoDocumento: '03', numeroDocumento: code, tipoGeneracion: 2 },
    ...{ ventaNoSuj: 0, ventaExenta: 0, ventaGravada: 500, ivaPercibido: 5 },
  })
  assert.deepEqual((await ask(asked)).body, told.body)
  await sealedBody(world, liquidacion(periodo))
  assert.deepEqual((await ask(asked)).body, { documentos: [], codDomiciliado: null })
  for (const [query, field] of [
    [`mandante=${MANDANTE.numDocumento}&periodo=2026-13`, 'periodo'],
    [`mandante=${MANDANTE.numDocumento}&periodo=${periodo}x`, 'periodo'],
    [`mandante=${MANDANTE.numDocumento}&periodo=1${periodo}`, 'periodo'],
    [`mandante=${MANDANTE.numDocumento}!&periodo=${periodo}`, 'mandante'],
    [`mandante=&periodo=${periodo}`, 'mandante'],
  ] as const) {
    const { status, body } = await ask(query)
    assert.deepEqual([status, body.error.details.field], [400, field])
  }
})

test('a draft is one person’s, rests sealed, and two tabs do not overwrite each other', async () => {
  const id = randomUUID()
  const path = `${base}/borradores/${id}`
  const draft = {
    tipoDte: '01',
    resumen: 'Juan Pérez',
    contenido: { items: [{ descripcion: 'Secreto' }] },
  }
  const saved = await browser.send('PUT', path, { ...draft, revision: 0 })
  assert.equal(saved.body.revision, 1)
  assert.equal((await browser.send('PUT', path, { ...draft, revision: 1 })).body.revision, 2)
  const late = await browser.send('PUT', path, { ...draft, revision: 1 })
  assert.deepEqual([late.status, late.body.error.code], [409, 'draft_conflict'])
  assert.equal(late.body.error.details.borrador.revision, 2)
  assert.deepEqual((await browser.get(path)).body.contenido, draft.contenido)
  const other = await signInAs(world, 'administrador')
  assert.equal((await other.get(path)).status, 404)
  assert.deepEqual((await other.get(`${base}/borradores`)).body.borradores, [])
  const [row] = await world.deps.pool.many<{ text: string }>(
    'select encode(content, $1) as text from drafts',
    ['escape'],
  )
  assert.ok(!row?.text.includes('Secreto'))
  assert.equal((await browser.send('DELETE', path)).status, 204)
  const gone = await browser.send('PUT', path, { ...draft, revision: 2 })
  assert.deepEqual([gone.status, gone.body.error.details.borrador], [409, null])
})

test('what returns gave back stands beside a document in the list, and beside the sum of its kind', async () => {
  const items = [{ descripcion: 'Silla', cantidad: 4, precioUni: 25 }]
  const { body: sold } = await world.issue({ ...SALE, items, referencia: 'devuelta en parte' })
  const codigo: string = sold.codigoGeneracion
  const listed = async () => {
    const found = `q=${encodeURIComponent('devuelta en parte')}`
    const { documentos } = (await browser.get(`${base}/documentos?${found}`)).body
    const { grupos } = (await browser.get(`${base}/documentos/totales?${found}`)).body
    return [documentos[0].devuelto, grupos[0].totalPagar, grupos[0].devuelto]
  }
  assert.deepEqual(await listed(), [null, 100, 0])
  for (const cantidad of [1, 2]) {
    assert.equal((await giveBack(world, codigo, [{ linea: 1, cantidad }])).status, 200)
  }
  assert.deepEqual(await listed(), [75, 100, 75])
})
