/** A script in every text that is stored and shown: each page shows it as the text that it is, and runs none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pickFrom, typeLines } from '../hands.ts'
import type { Json, World } from '../world.ts'

/** Short enough for every member. `of` says where it is from. */
const script = (of: string) => `<img src=x onerror="__ran=1"><script>__ran=1</script>${of}`

// biome-ignore format: a table
const TEXTS = {
  empresa: script('empresa'), calle: script('calle'), persona: script('persona'), llave: script('llave'),
  destino: script('destino'), cliente: script('cliente'), contribuyente: script('contribuyente'),
  producto: script('producto'), linea: script('linea'), referencia: script('referencia'), nota: script('nota'),
  apendice: script('apendice'), motivo: script('motivo'), borrador: script('borrador'),
} as const
type Of = keyof typeof TEXTS

export function storedScript(world: () => World): void {
  test('a script in every stored text is shown as text on every page, and none runs', async () => {
    const stored = await store(world())
    const page = await world().ownerPage('')
    const watch = watchScripts(page)
    // biome-ignore format: a table
    const pages: readonly (readonly [string, readonly Of[], ((page: Page) => Promise<void>)?])[] = [
      ['',                                  ['empresa', 'persona', 'contribuyente']],
      ['/documentos',                       ['cliente', 'contribuyente', 'referencia']],
      [`/documentos?receptor=${encodeURIComponent(TEXTS.cliente)}`, ['cliente']],
      [`/documentos/${stored.sold}`,        ['cliente', 'linea', 'referencia']],
      [`/documentos/${stored.sold}`,        [], tabsOf],
      [`/documentos/${stored.rejected}`,    ['motivo']],
      [`/documentos/${stored.rejected}`,    ['motivo'], (at) => at.click('[role=tab]:has-text("Historial")')],
      ['/clientes',                         ['cliente', 'contribuyente']],
      [`/clientes/${stored.customer}`,      ['cliente']],
      ['/productos',                        ['producto']],
      [`/productos/${stored.product}`,      ['producto']],
      ['/contingencia',                     ['empresa']],
      ['/libros',                           ['contribuyente']],
      [`/emitir/01?como=${stored.sold}`,    ['cliente', 'linea', 'nota', 'apendice']],
      [`/emitir/03?corrige=${stored.rejected}`, ['linea']],
      [`/emitir/05?sobre=${stored.credit}`, ['contribuyente', 'linea']],
      ['/emitir/14',                        ['producto'], suggested],
      ['/emitir/03',                        ['contribuyente'], chosen],
      ['/ajustes/empresa',                  ['empresa', 'calle']],
      ['/ajustes/marca',                    []],
      ['/ajustes/puntos',                   []],
      ['/ajustes/almacenamiento',           ['destino']],
      ['/ajustes/llaves',                   ['llave']],
      ['/ajustes/personas',                 ['persona']],
      ['/ajustes/auditoria',                ['persona', 'llave']],
      ['/preparar',                         ['empresa']],
    ]
    for (const [path, shown, act] of pages) {
      await page.goto(world().root + path)
      await page.waitForSelector('main h1, dialog h2')
      await page.waitForLoadState('networkidle')
      await act?.(page)
      for (const of of shown) await assertShown(page, TEXTS[of], `${path}: ${of}`)
      await watch.assertNothingRan(path)
    }
    for (const path of ['/yo/acceso', '/yo/sesiones', '/yo/firma', '/empresas']) {
      await page.goto(world().origin + path)
      await page.waitForLoadState('networkidle')
      const shown = path === '/empresas' ? TEXTS.empresa : TEXTS.persona
      if (path !== '/empresas') await assertShown(page, shown, path)
      await watch.assertNothingRan(path)
    }
  })

  test('a script that is typed is text too: in a draft that is opened again, in the search and in an invitation', async () => {
    const page = await world().ownerPage('/emitir/01')
    const watch = watchScripts(page)
    await page.waitForSelector('[role=row][aria-rowindex]')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await typeLines(page, [[TEXTS.borrador, '1', '2']])
    await page.click('button:has-text("Observaciones")')
    const kept = page.waitForResponse(
      (response) =>
        response.url().includes('/borradores/') &&
        (response.request().postData() ?? '').includes(JSON.stringify(TEXTS.nota)),
    )
    await page.fill('[data-at=observaciones]', TEXTS.nota)
    await kept // on the server by now, and in this browser before
    await page.reload()
    await page.waitForSelector('canvas')
    await assertShown(page, TEXTS.borrador, 'the draft')
    await assertShown(page, TEXTS.nota, 'its notes')
    await watch.assertNothingRan('the draft')
    await pickFrom(page, 'Más acciones', 'Vaciar')

    await page.keyboard.press('Control+k')
    await page.waitForSelector('dialog[aria-label="Buscar y ejecutar"]')
    await page.keyboard.type('<img')
    await page
      .locator('dialog[aria-label="Buscar y ejecutar"] [role=option]', { hasText: 'cliente' })
      .first()
      .waitFor()
    await assertShown(page, TEXTS.cliente, 'the search')
    await watch.assertNothingRan('the search')
    await page.close()

    const { url } = (await send(world(), 'POST', `/${world().nit}/invitaciones`, {
      correo: `invitada-${Date.now()}@example.com`,
      rol: 'lector',
    })) as { url: string }
    const invited = await (await world().newContext()).newPage()
    const other = watchScripts(invited)
    await invited.goto(url)
    await invited.waitForSelector('h1:has-text("Le invitan")')
    await assertShown(invited, TEXTS.persona, 'who invites')
    await other.assertNothingRan('the invitation')
  })
}

/** Everything that the pages show, stored as programs and people store it. */
async function store(world: World) {
  const { nit } = world
  const first = { nombreComercial: TEXTS.empresa, nombre: TEXTS.empresa }
  const direccion = { departamento: '06', municipio: '23', distrito: '14' }
  await send(world, 'PATCH', `/${nit}/empresa`, {
    ...first,
    direccion: { ...direccion, complemento: TEXTS.calle },
  })
  await send(world, 'PATCH', '/yo', { nombre: TEXTS.persona })
  await send(world, 'POST', `/${nit}/llaves`, {
    ...{ nombre: TEXTS.llave, ambiente: '00', codEstable: 'M001', codPuntoVenta: 'P001' },
    ...{ alcances: ['query'], tiposDte: ['01'] },
  })
  await send(world, 'PUT', `/${nit}/00/v1/storage/destinations/${crypto.randomUUID()}`, {
    ...{ kind: 'byos_bucket', label: TEXTS.destino, revision: 1 },
    sellado: { v: 1, iv: 'A'.repeat(16), datos: 'A'.repeat(64) },
  })
  const customer = { nombre: TEXTS.cliente, numDocumento: '00016297-5', correo: 'x@example.com' }
  const credited = {
    ...{ nombre: TEXTS.contribuyente, numDocumento: '06140101900019', nrc: '1234567' },
    ...{ codActividad: '46900', telefono: '22111111', correo: 'c@example.com' },
    direccion: { ...direccion, complemento: TEXTS.calle },
  }
  // Without their numbers, which customers of other journeys have.
  const made = await v1(world, '/customers', { nombre: TEXTS.cliente, correo: 'x@example.com' })
  await v1(world, '/customers', { nombre: TEXTS.contribuyente, correo: 'c@example.com' })
  const product = { descripcion: TEXTS.producto, codigo: '<b>stored</b>', precioUni: 1 }
  const { productId } = await v1(world, '/products', product)
  const items = [{ descripcion: TEXTS.linea, cantidad: 1, precioUni: 2, codigo: '<b>l</b>' }]
  const sold = await v1(world, '/dte', {
    ...{ tipoDte: '01', receptor: customer, items },
    ...{ referencia: TEXTS.referencia, observaciones: TEXTS.nota },
    apendice: [{ campo: '<i>a</i>', etiqueta: '<i>b</i>', valor: TEXTS.apendice }],
  })
  const credit = await v1(world, '/dte', { tipoDte: '03', receptor: credited, items })
  await world.ministry('faults', {
    ...{ service: 'recepciondte', kind: 'reject', times: 1, codigoMsg: '011' },
    ...{ descripcionMsg: TEXTS.motivo, observaciones: [TEXTS.motivo] },
  })
  const refused = await world.v1('/dte', { tipoDte: '03', receptor: credited, items })
  assert.equal(refused.body.error.code, 'mh_rejected', JSON.stringify(refused.body))
  return {
    customer: made.customerId,
    product: productId,
    sold: sold.codigoGeneracion,
    credit: credit.codigoGeneracion,
    rejected: refused.body.error.details.codigoGeneracion,
  }
}

async function v1(world: World, path: string, body: object): Promise<Json> {
  const { status, body: answer } = await world.v1(path, body)
  assert.ok(status < 300, `${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** The session API as the owner, who has just confirmed. */
async function send(
  { api, demo }: World,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  data: object,
): Promise<Json> {
  const { csrf } = await (await api.get('/console/api/session')).json()
  const headers = { 'x-sello-csrf': csrf, 'sec-fetch-site': 'same-origin' }
  const { contrasena } = demo.consoleOwner
  await api.post('/console/api/yo/confirmar', { headers, data: { contrasena } })
  const answer = await api.fetch(`/console/api${path}`, { method, headers, data })
  assert.ok(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Notes what the policy refused, and what ran all the same. */
function watchScripts(page: Page) {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) refused.push(message.text())
  })
  return {
    async assertNothingRan(where: string) {
      const ran = await page.evaluate(() => (globalThis as { __ran?: number }).__ran)
      assert.equal(ran, undefined, where)
      assert.equal(await page.locator('img[src="x"]').count(), 0, where)
      assert.deepEqual(refused, [], `${where}: nothing even tried`)
    },
  }
}

/** What a person reads on the page: its texts, and what stands in its fields. */
async function assertShown(page: Page, text: string, where: string): Promise<void> {
  await page
    .waitForFunction((wanted) => {
      const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
      const shown = [document.body.innerText, ...fields.map(({ value }) => value)]
      return shown.some((one) => one.includes(wanted))
    }, text)
    .catch((cause: unknown) => {
      throw new Error(`${where} is not shown as text`, { cause })
    })
}

async function tabsOf(page: Page): Promise<void> {
  for (const tab of ['Totales', 'Historial', 'Archivos', 'Detalle']) {
    await page.click(`[role=tab]:has-text("${tab}")`)
  }
}

async function suggested(page: Page): Promise<void> {
  await page.locator('[data-at$="/descripcion"]').last().fill('onerror')
  await page.locator('[role=option]').first().waitFor()
}

async function chosen(page: Page): Promise<void> {
  await page.fill('[data-at=receptor]', 'contribuyente')
  await page.locator('[role=option]').first().waitFor()
}
