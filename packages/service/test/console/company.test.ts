import assert from 'node:assert/strict'
import { createECDH, createHash, type ECDH, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256, OpenError } from '@hpke/core'
import { TIPOS_DTE } from '@sello/contract'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { addPerson, addPointOfSale, verifyAudit } from '../../src/admin.ts'
import { type Browser, codeOf, openBrowser, signInAs } from '../people.ts'
import { createWorld, MH_PASSWORD, PASSPHRASE, SALE, type World } from '../world.ts'

let world: World
let owner: Awaited<ReturnType<typeof signInAs>>
let nit: string

before(async () => {
  world = await createWorld()
  nit = world.company.nit
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

const issue = (browser: Browser, signKey: string | null, body: object = SALE, key = randomUUID()) =>
  browser.send('POST', `/${nit}/00/v1/dte`, body, {
    'idempotency-key': key,
    ...(signKey === null ? {} : { 'x-service-sign-key': signKey }),
  })

test('the owner gets a sign key of their own and issues with it; nothing stored opens the vault', async () => {
  const without = await issue(owner, null)
  assert.equal(codeOf(without), '401 sign_key_required')
  const wrong = await owner.send('POST', `/${nit}/firma/00`, { frase: 'no es esta la frase' })
  assert.equal(codeOf(wrong), '422 refused')
  const { status, body } = await owner.send('POST', `/${nit}/firma/00`, { frase: PASSPHRASE })
  assert.equal(status, 201)
  const key = randomUUID()
  const issued = await issue(owner, body.signKey, SALE, key)
  assert.equal(issued.status, 200, JSON.stringify(issued.body))
  const repeated = await issue(owner, body.signKey, SALE, key)
  assert.equal(repeated.headers['idempotency-replayed'], 'true')
  assert.equal(repeated.body.codigoGeneracion, issued.body.codigoGeneracion)
  assert.equal((await owner.get('/session')).body.empresas[0].firma['00'], 'activa')

  const { codigoGeneracion } = issued.body
  const found = await owner.get(`/${nit}/00/v1/dte/${codigoGeneracion}`)
  assert.equal(found.body.estado, 'sellado')
  const pdf = await owner.get(`/${nit}/00/v1/dte/${codigoGeneracion}/file?kind=pdf`)
  assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')

  const stored = await world.deps.pool.many<{ text: string }>(
    `select t::text as text from api_keys t union all select t::text from person_keys t
      union all select t::text from audit_log t union all select t::text from sessions t
      union all select t::text from sign_key_requests t`,
  )
  const secret = body.signKey.slice('sellosk_'.length)
  for (const { text } of stored) {
    assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')))
  }
})

/** What the asking person's screen shows of its own key. */
function huellaOf(browserKey: ECDH): string {
  const hash = createHash('sha256').update(browserKey.getPublicKey()).digest()
  const letter = (byte: number) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(byte & 31)
  const groups = [0, 4, 8, 12].map((at) => [...hash.subarray(at, at + 4)].map(letter).join(''))
  return groups.join(' ')
}

const approve = (id: string, browserKey: ECDH) =>
  owner.send('POST', `/${nit}/pedidos-de-firma/${id}`, {
    frase: PASSPHRASE,
    huella: huellaOf(browserKey),
  })

test('an approval names the key that was compared: another one in its place gets no sign key', async () => {
  const issuer = await signInAs(world, 'emisor')
  const [own, planted] = [createECDH('prime256v1'), createECDH('prime256v1')]
  const clavePublica = own.generateKeys().toString('base64url')
  const { id } = (await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body
  const unnamed = await owner.send('POST', `/${nit}/pedidos-de-firma/${id}`, { frase: PASSPHRASE })
  assert.equal(codeOf(unnamed), '400 invalid_request')
  await world.deps.pool.many(
    'update sign_key_requests set public_key = $2 where request_id = $1 returning 1',
    [id, planted.generateKeys()],
  )
  const refused = await approve(id, own)
  assert.equal(codeOf(refused), '422 refused')
  assert.equal(refused.body.error.details.issues[0].field, 'huella')
  assert.equal((await issuer.get(`/${nit}/firma/00`)).body.estado, 'ninguna', 'nothing was minted')
  assert.equal((await approve(id, planted)).status, 200, 'the one that is there')
})

test('an issuer requests a sign key, and only the requesting browser can decrypt what the owner mints', async () => {
  const issuer = await signInAs(world, 'emisor')
  const browserKey = createECDH('prime256v1')
  browserKey.generateKeys()
  const clavePublica = browserKey.getPublicKey().toString('base64url')
  const compressed = browserKey.getPublicKey('base64', 'compressed')
  const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  for (const wrong of ['AAAA', compressed, noPoint]) {
    const answer = await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica: wrong })
    assert.equal(codeOf(answer), '422 refused', wrong)
  }
  const { id } = (await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body
  const waiting = (await owner.get(`/${nit}/personas`)).body.pedidosDeFirma
  assert.deepEqual(
    waiting.map((one: { id: string; clavePublica: string }) => [one.id, one.clavePublica]),
    [[id, clavePublica]],
  )
  const given = await approve(id, browserKey)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  assert.deepEqual(given.body.pedidosDeFirma, [])

  const { pedido } = (await issuer.get(`/${nit}/firma/00`)).body
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const { enc, datos } = pedido.sellado
  const open = async (of: ECDH, as: string) => {
    const recipientKey = await suite.kem.deserializePrivateKey(of.getPrivateKey())
    const info = Buffer.from(`sello firma ${as}`)
    const clear = await suite.open({ recipientKey, info, enc: bytes(enc) }, bytes(datos))
    return Buffer.from(clear).toString()
  }
  const stranger = createECDH('prime256v1')
  stranger.generateKeys()
  await assert.rejects(open(stranger, id), OpenError)
  await assert.rejects(open(browserKey, randomUUID()), OpenError, 'it belongs to its request')
  const signKey = await open(browserKey, id)

  assert.equal((await issue(issuer, signKey)).status, 200)
  await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })
  assert.equal((await issuer.get(`/${nit}/firma/00`)).body.pedido.sellado, null, 'it waits anew')
  assert.equal((await issuer.send('DELETE', `/${nit}/firma/00/pedido`)).status, 204)
  assert.equal((await issuer.get(`/${nit}/firma/00`)).body.pedido, null)
  assert.equal(
    codeOf(await issue(owner, signKey)),
    '401 sign_key_invalid',
    'it opens one key alone',
  )
})

test('a sign key minted by the owner issues at its holder’s point of sale, also when that changes', async () => {
  const point = { codEstable: 'M002', codPuntoVenta: 'P001' }
  await addPointOfSale(world.admin, nit, point)
  const issuer = await signInAs(world, 'emisor')
  const moveTo = async (puntoDeVenta: object) => {
    const path = `/${nit}/personas/${issuer.personId}`
    const changed = await owner.send('PATCH', path, { puntoDeVenta })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  }
  const pointOfKey = async () => {
    const [key] = await world.deps.pool.many<{ code: string }>(
      `select p.cod_estable || p.cod_punto_venta as code from person_keys k
         join api_keys a using (company_id, key_id)
         join points_of_sale p using (company_id, point_of_sale_id)
        where k.person_id = $1`,
      [issuer.personId],
    )
    return key?.code
  }
  await moveTo(point)
  const browserKey = createECDH('prime256v1')
  const clavePublica = browserKey.generateKeys().toString('base64url')
  const { id } = (await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body
  const given = await approve(id, browserKey)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  assert.equal(await pointOfKey(), 'M002P001')
  await moveTo({ codEstable: 'M001', codPuntoVenta: 'P001' })
  assert.equal(await pointOfKey(), 'M001P001', 'whoever is moved issues there with the same key')
})

test('five wrong sign keys suspend a person, and an administrator reactivates', async () => {
  const issuer = await signInAs(world, 'emisor')
  const browserKey = createECDH('prime256v1')
  const clavePublica = browserKey.generateKeys().toString('base64url')
  const { id } = (await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body
  await approve(id, browserKey)
  const wrong = `sellosk_${'A'.repeat(43)}`
  const codes = []
  for (let at = 0; at < 6; at++) codes.push(codeOf(await issue(issuer, wrong)))
  assert.deepEqual(codes, [...Array(5).fill('401 sign_key_invalid'), '403 sign_vault_locked'])
  const find = async () =>
    (await owner.get(`/${nit}/personas`)).body.personas.find(
      ({ personaId }: { personaId: string }) => personaId === issuer.personId,
    )
  assert.equal((await find()).firma['00'], 'bloqueada')
  const path = `/${nit}/personas/${issuer.personId}/firma/00/reactivar`
  assert.equal((await owner.send('POST', path, {})).status, 200)
  assert.equal((await find()).firma['00'], 'activa')
})

test('a company is set up by clicking alone: company, point, certificate, credentials, storage, a key that issues', async () => {
  const correo = 'nueva@example.com'
  await addPerson(world.admin, {
    correo,
    nombre: 'Operadora',
    member: null,
    operador: true,
    password: null,
  })
  const operator = await signInAs(world, 'operador', { correo })
  const own = '06140101909999'
  const made = await operator.send('POST', '/empresas', {
    nit: own,
    nrc: '1234568',
    nombre: 'Empresa Nueva, S.A. de C.V.',
    nombreComercial: 'Nueva',
    codActividad: '47190',
    descActividad: 'Venta al por menor de otros productos en comercios no especializados',
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Arce 2' },
    telefono: '22220001',
    correo: 'nueva@example.com',
    dueno: { correo: 'dueno-nuevo@example.com', nombre: 'Dueño Nuevo' },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const token = new URL(made.body.invitacion.url).hash.slice(1)
  const boss = openBrowser(world)
  assert.equal((await boss.send('POST', '/invitacion/ver', { token })).body.empresa.nit, own)
  const accepted = await boss.send('POST', '/invitacion/aceptar', {
    token,
    nombre: 'Dueño Nuevo',
    contrasena: 'cuatro palabras muy verdes',
  })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  assert.equal(accepted.body.pendiente, 'segundo_factor')
  assert.equal(
    codeOf(await openBrowser(world).send('POST', '/invitacion/ver', { token })),
    '401 sign_in_failed',
  )
  // The second factor is of another test: here the owner comes by a link.
  const chief = await signInAs(world, 'dueno', { nit: own, correo: 'dueno-nuevo@example.com' })

  const certificate = issueCertificadoMH({
    ...{ nit: own, nombre: 'Empresa Nueva', password: 'Llave-1' },
    ...{ validFrom: new Date('2026-01-01'), validTo: new Date('2031-01-01') },
  })
  await world.mh.register({
    ...{ nit: own, password: MH_PASSWORD, publicKeyPem: certificate.publicKeyPem },
    puntosDeVenta: [{ codEstable: 'M001', codPuntoVenta: 'P001' }],
  })
  const ready = async () =>
    (await chief.get(`/${own}/preparar`)).body.pasos
      .filter(({ listo }: { listo: boolean }) => listo)
      .map(({ paso }: { paso: string }) => paso)
  assert.deepEqual(await ready(), ['empresa'])
  const point = { codEstable: 'M001', codPuntoVenta: 'P001' }
  assert.equal((await chief.send('POST', `/${own}/puntos`, point)).status, 200)
  const uploaded = await chief.send('POST', `/${own}/certificados`, {
    ambiente: '00',
    archivo: Buffer.from(certificate.xml).toString('base64'),
    contrasena: 'Llave-1',
    frase: 'otra frase larga del dueño',
  })
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
  const refusedPassword = await chief.send('PUT', `/${own}/credenciales/00`, {
    contrasena: 'Mala-1',
  })
  assert.deepEqual(refusedPassword.body, {
    aceptada: false,
    mensaje:
      'Hacienda no aceptó la contraseña. Revísela en su portal y guárdela de nuevo en un minuto.',
  })
  await world.advance(61_000)
  const password = await chief.send('PUT', `/${own}/credenciales/00`, { contrasena: MH_PASSWORD })
  assert.deepEqual(password.body, { aceptada: true, mensaje: null })
  const storage = await chief.send('POST', `/${own}/almacenamiento`, { kind: 'managed_folder' })
  assert.equal(storage.status, 200, JSON.stringify(storage.body))
  const key = await chief.send('POST', `/${own}/llaves`, {
    ...{ nombre: 'Caja', ambiente: '00', ...point, alcances: ['issue'], tiposDte: [...TIPOS_DTE] },
    frase: 'otra frase larga del dueño',
  })
  assert.equal(key.status, 201, JSON.stringify(key.body))
  const issued = await world.issue(SALE, { key: key.body })
  assert.equal(issued.status, 200, issued.text)
  assert.deepEqual(await ready(), [
    ...['empresa', 'certificado', 'credenciales', 'punto', 'destino', 'pruebas'],
  ])

  const { keyId } = key.body.llave
  for (const [act, estado] of [
    ['desactivar', 'inactive'],
    ['reactivar', 'active'],
    ['revocar', 'revoked'],
  ] as const) {
    const changed = await chief.send('POST', `/${own}/llaves/${keyId}/${act}`, {})
    assert.equal(changed.body.estado, estado)
  }
  assert.equal(codeOf(await chief.send('POST', `/${own}/produccion`, { nit: own })), '422 refused')
  const pruebas = async (tiposDte: readonly string[]) => {
    const { status, body } = await chief.send('PUT', `/${own}/produccion/tipos`, { tiposDte })
    assert.equal(status, 200, JSON.stringify(body))
    const [tipos, tests] = body.pasos.slice(-2)
    const { tiposDte: said, tiposProbados } = body
    return [said, tiposProbados, tipos.listo, tipos.detalle, tests.listo, tests.detalle]
  }
  const three = ['01', '03', '05']
  const asked = await pruebas(['05', '03', '01'])
  assert.deepEqual(asked, [three, ['01'], true, '01, 03, 05', false, '03, 05'])
  assert.deepEqual(await pruebas([]), [[], ['01'], false, null, false, null])
  assert.deepEqual(await pruebas(['01']), [['01'], ['01'], true, '01', true, null])
  const unknown = await chief.send('PUT', `/${own}/produccion/tipos`, { tiposDte: ['99'] })
  assert.equal(unknown.status, 400)
  const { entradas, cadena } = (await chief.get(`/${own}/auditoria`)).body
  assert.equal(cadena.integra, true)
  assert.ok(entradas.some(({ acto }: { acto: string }) => acto === 'certificados.cargar'))
  const written = JSON.stringify(entradas)
  for (const secret of ['Llave-1', 'otra frase', MH_PASSWORD, 'Mala-1', key.body.apiKey]) {
    assert.ok(!written.includes(secret), 'no secret in the audit log')
  }
  assert.deepEqual(
    (await verifyAudit(world.admin)).filter(({ broken }) => broken !== null),
    [],
  )
})

test('one owner always remains, an administrator appoints issuers and readers, and a leaver’s keys are revoked', async () => {
  const admin = await signInAs(world, 'administrador')
  const reader = await signInAs(world, 'lector')
  assert.equal((await reader.get(`/${nit}/00/v1/dte`)).status, 200)
  const change = (browser: Browser, personId: string, body: object) =>
    browser.send('PATCH', `/${nit}/personas/${personId}`, body)
  assert.equal(
    codeOf(await change(admin, owner.personId, { rol: 'lector' })),
    '403 role_not_allowed',
  )
  assert.equal(
    codeOf(await change(admin, reader.personId, { rol: 'administrador' })),
    '403 role_not_allowed',
  )
  const remove = (browser: Browser, personId: string) =>
    browser.send('DELETE', `/${nit}/personas/${personId}`)
  const other = await signInAs(world, 'administrador')
  for (const { personId } of [owner, other])
    assert.equal(codeOf(await remove(admin, personId)), '403 role_not_allowed')
  assert.equal(codeOf(await change(owner, owner.personId, { rol: 'lector' })), '422 refused')
  assert.equal(codeOf(await remove(owner, owner.personId)), '422 refused')
  assert.equal((await remove(owner, other.personId)).status, 200)
  assert.equal((await change(admin, reader.personId, { rol: 'emisor' })).status, 200)
  const [{ scopes }] = (await world.deps.pool.many<{ scopes: string[] }>(
    'select scopes from api_keys where person_id = $1',
    [reader.personId],
  )) as [{ scopes: string[] }]
  assert.deepEqual(scopes, ['issue', 'query', 'download'])
  assert.equal((await admin.send('DELETE', `/${nit}/personas/${reader.personId}`)).status, 200)
  assert.equal(codeOf(await reader.get(`/${nit}/00/v1/dte`)), '403 role_not_allowed')
  const left = await world.deps.pool.many<{ state: string }>(
    'select state from api_keys where person_id = $1',
    [reader.personId],
  )
  assert.deepEqual(left, [{ state: 'revoked' }])
})

test('an issuer from whom the owner took it invalidates nothing; the others may by their role', async () => {
  const path = `/${nit}/00/v1/dte/${randomUUID().toUpperCase()}/invalidate`
  for (const rol of ['dueno', 'administrador', 'emisor'] as const) {
    const browser = await signInAs(world, rol)
    const invalidate = async () => codeOf(await browser.send('POST', path, {}))
    assert.equal(await invalidate(), '400 idempotency_key_required', rol)
    const person = `/${nit}/personas/${browser.personId}`
    const taken = await owner.send('PATCH', person, { invalida: false })
    assert.equal(taken.status, 200, JSON.stringify(taken.body))
    const refused = rol === 'emisor' ? '403 role_not_allowed' : '400 idempotency_key_required'
    assert.equal(await invalidate(), refused, rol)
  }
})

test('a second company sees nothing of the first, by session or by address', async () => {
  const other = await world.addCompany()
  const stranger = await signInAs(world, 'dueno', { nit: other.nit })
  for (const path of ['empresa', 'llaves', '00/v1/dte', 'personas']) {
    assert.equal(codeOf(await stranger.get(`/${nit}/${path}`)), '403 role_not_allowed', path)
  }
  const { documentos } = (await stranger.get(`/${other.nit}/00/v1/dte`)).body
  assert.deepEqual(documentos, [])
  const issued = (await owner.get(`/${nit}/00/v1/dte`)).body.documentos[0]
  const reply = await stranger.get(`/${other.nit}/00/v1/dte/${issued.codigoGeneracion}`)
  assert.equal(codeOf(reply), '404 not_found')
})

test('the company states who answers for its contingency events, and each wrong member is named', async () => {
  const patch = (responsable: object | null, more: object = {}) =>
    owner.send('PATCH', `/${nit}/empresa`, { responsable, ...more })
  const rosa = { nombre: 'Rosa Ficticia', tipoDocumento: '13', numDocumento: '000162975' }
  const wrong = await patch({ ...rosa, numDocumento: '00016297-4' }, { correo: 'nadie' })
  assert.equal(codeOf(wrong), '422 refused')
  const fields = wrong.body.error.details.issues.map(({ field }: { field: string }) => field)
  assert.deepEqual(fields, ['correo', 'responsable.numDocumento'])
  const said = async () => (await owner.get(`/${nit}/empresa`)).body
  assert.equal((await patch(null)).status, 200)
  const without = await said()
  assert.deepEqual([without.responsable, without.faltaResponsable], [null, true])
  assert.equal((await patch({ ...rosa, numDocumento: '00016297-5' })).status, 200)
  const { responsable, faltaResponsable } = await said()
  assert.deepEqual([responsable, faltaResponsable], [rosa, false])
  const other = await owner.send('PATCH', `/${nit}/empresa`, { telefono: '22334455' })
  assert.deepEqual(other.body.responsable, rosa, 'a change of something else keeps the person')
})
