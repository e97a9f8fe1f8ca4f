/** What an attacker tries in a browser: scripts in every text, another site's frame and form, a planted session. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { World } from '../world.ts'

const SCRIPT = `"><img src=x onerror="__ran=1"><script>__ran=1</script>'\${7*7}`

export function security(world: () => World): void {
  test('a script in every text of a document, a customer and a product is shown and never run', async () => {
    const text = `${SCRIPT}${Date.now()}`
    const { status, body } = await world().v1('/dte', {
      tipoDte: '01',
      referencia: text.slice(0, 100),
      observaciones: text,
      receptor: { nombre: text, correo: 'x@example.com', numDocumento: '00016297-5' },
      items: [{ descripcion: text, cantidad: 1, precioUni: 2, codigo: '<b>x</b>' }],
      apendice: [{ campo: '<i>a</i>', etiqueta: '<i>b</i>', valor: text.slice(0, 100) }],
    })
    assert.equal(status, 200, JSON.stringify(body))
    for (const [path, made] of [
      ['/customers', { nombre: text, numDocumento: '06140505901031', correo: 'x@example.com' }],
      ['/products', { descripcion: text, codigo: '<b>p</b>', precioUni: 1 }],
    ] as const) {
      const stored = await world().v1(path, made)
      assert.ok(stored.status < 300, JSON.stringify(stored.body))
    }
    const page = await world().ownerPage('')
    const refused: string[] = []
    page.on('console', (message) => {
      if (/inline|Refused to load/i.test(message.text())) refused.push(message.text())
    })
    const code = body.codigoGeneracion
    for (const path of [
      '',
      '/documentos',
      `/documentos?q=${encodeURIComponent(SCRIPT)}`,
      `/documentos/${code}`,
      `/documentos/${encodeURIComponent(SCRIPT)}`,
      `/emitir/01?como=${code}`,
      `/emitir/${encodeURIComponent(SCRIPT)}`,
      '/clientes',
      '/productos',
      '/ajustes/auditoria',
      `/libros/${encodeURIComponent(SCRIPT)}`,
    ]) {
      await page.goto(world().root + path)
      await page.waitForSelector('main h1, main [class*=empty]').catch((error: Error) => {
        throw new Error(`${path}: ${error.message}`)
      })
      await page.waitForLoadState('networkidle')
      const ran = await page.evaluate(() => (window as { __ran?: number }).__ran)
      assert.equal(ran, undefined, path)
      assert.equal(await page.locator('img[src="x"]').count(), 0, path)
    }
    assert.deepEqual(refused, [], 'nothing even tried')
    await page.goto(`${world().origin}/entrar?a=${encodeURIComponent('//evil.example')}`)
    assert.ok(page.url().startsWith(world().origin))
  })

  test('another site can neither frame a page, nor send a form, nor read an answer', async () => {
    const { origin, nit } = world()
    const evil = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<iframe src="${origin}/${nit}/pruebas"></iframe>
        <form method="post" action="${origin}/console/api/salir"><button>x</button></form>`)
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const { port } = evil.address() as AddressInfo
    const page = await world().newPage()
    try {
      await page.goto(origin)
      await page.waitForSelector('nav[aria-label=Principal]')
      // The same site by its name, and another origin: cookies of SameSite=Strict go along.
      await page.goto(`http://localhost:${port}/`)
      await page.waitForLoadState('networkidle')
      const framed = page.frames().find((frame) => frame !== page.mainFrame())
      assert.equal(await framed?.locator('nav[aria-label=Principal]').count(), 0)
      const read = await page.evaluate(
        (url) =>
          fetch(url, { credentials: 'include' }).then(
            () => 'read',
            () => 'refused',
          ),
        `${origin}/console/api/session`,
      )
      assert.equal(read, 'refused')
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/console/api/salir')),
        page.click('button'),
      ])
      assert.ok([400, 403, 415].includes(answer.status()), `${answer.status()}`)
      await page.goto(origin)
      await page.waitForSelector('nav[aria-label=Principal]') // still signed in
    } finally {
      evil.close()
      await page.context().close()
    }
  })

  test('a session that was planted before signing in is not the one that is signed in', async () => {
    const { origin, demo } = world()
    const context = await world().newContext()
    const planted = 'A'.repeat(43)
    await context.addCookies([{ name: 'sello_session', value: planted, url: origin }])
    const page = await context.newPage()
    await page.goto(`${origin}/entrar`)
    await page.fill('[name=correo]', demo.consoleOwner.correo)
    await page.fill('[name=contrasena]', demo.consoleOwner.contrasena)
    await page.keyboard.press('Enter')
    await page.waitForSelector('nav[aria-label=Principal]')
    const cookies = await context.cookies(origin)
    const session = cookies.find(({ name }) => name === 'sello_session')
    assert.notEqual(session?.value, planted)
    assert.deepEqual([session?.httpOnly, session?.sameSite], [true, 'Strict'])
  })

  test('wrong passwords are all answered alike, and after five the browser waits', async () => {
    const context = await world().newContext()
    const page = await context.newPage()
    await page.goto(`${world().origin}/entrar`)
    await page.fill('[name=correo]', `nadie-${Date.now()}@example.com`)
    for (let n = 0; n < 5; n++) {
      await page.fill('[name=contrasena]', `no es esta ${n}`)
      await page.click('button:has-text("Entrar") >> nth=-1')
      await page.waitForSelector('.err:has-text("Correo o contraseña incorrectos.")')
      await page.fill('[name=contrasena]', '')
    }
    await page.fill('[name=contrasena]', 'tampoco esta')
    await page.click('button:has-text("Entrar") >> nth=-1')
    await page.waitForSelector('.err:has-text("Demasiados intentos. Espere 15 min")')
  })
}
