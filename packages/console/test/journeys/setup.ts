/** From nothing to a sealed invoice and a working key, by clicking alone. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { type EmptyService, startEmptyService } from '../empty-service.ts'
import { choose, fill, OBEYS, openFirma, PATIENCE_MS, pickFrom, typeLines } from '../hands.ts'
import { type openBrowser, PHONE, type Size, WIDE } from '../world.ts'

interface Owner {
  readonly nit: string
  readonly nrc: string
  readonly correo: string
  readonly size: Size
}

/** One sets the company up at a desk, the other on a phone. */
// biome-ignore format: a table
const OWNERS: readonly Owner[] = [
  { nit: '06142211260017', nrc: '260002-9', correo: 'duena-nueva@example.com', size: WIDE },
  { nit: '06142211260025', nrc: '260003-7', correo: 'duena-movil@example.com', size: PHONE },
]
const CLAVE = 'Llave-privada-1'
const API = 'Clave-de-Hacienda-1'
const FRASE_DUENO = 'la frase de la nueva dueña'
const CONTRASENA = 'siete nubes sobre el lago'

/** Sets up the companies whose owners have a screen of this size, in an empty service of their own. */
export function setup(size: Size, running: () => Awaited<ReturnType<typeof openBrowser>>): void {
  const owners = OWNERS.filter((owner) => owner.size === size)
  let service: EmptyService | null = null
  const enlaces = new Map<string, string>()
  before(async () => {
    service = await startEmptyService()
    const operator = await (await running().contextOf()).newPage()
    await operator.goto(service.link)
    await operator.waitForSelector('text=Ninguna empresa todavía.')
    await operator.waitForSelector('.notice:has-text("Su enlace sirvió una vez.") a[href="/yo"]')
    for (const owner of owners) {
      await operator.goto(`${service.origin}/empresas`)
      enlaces.set(owner.nit, await createCompany(operator, owner))
    }
  })
  after(() => service?.stop())

  for (const owner of owners) {
    test(`from an empty service, at ${owner.size.width} px: an operator makes a company, its owner sets it up without a shell and issues, and its key issues too`, async () => {
      if (!service) throw new Error('bug: an owner before the service')
      await settle(running(), service, { ...owner, enlace: enlaces.get(owner.nit) ?? '' })
    })
  }
}

async function settle(
  { contextOf }: Awaited<ReturnType<typeof openBrowser>>,
  service: EmptyService,
  { nit, correo, size, enlace }: Owner & { readonly enlace: string },
): Promise<void> {
  const context = await contextOf(undefined, size)
  const page = await context.newPage()
  await page.goto(enlace)
  await page.fill('[name=nombre]', 'Dueña Nueva')
  await page.fill('[name=contrasena]', CONTRASENA)
  await page.click('button:has-text("Aceptar")')
  const totp = await activateTotp(page)
  await page.click('a:has-text("Continuar")')
  await page.click('a:has-text("Seguir")')
  await page.waitForSelector('h1:has-text("Preparar")')

  const certificate = issueCertificadoMH({
    ...{ nit, nombre: 'Panadería Nueva', password: CLAVE },
    ...{ validFrom: new Date('2026-01-01'), validTo: new Date('2031-01-01') },
  })
  await service.ministry('taxpayers', {
    ...{ nit, nombre: 'Panadería Nueva', password: API },
    publicKeyPem: certificate.publicKeyPem,
    puntosDeVenta: [{ codEstable: 'M001', codPuntoVenta: 'P001' }],
  })
  await task(page, 'Cargue su certificado de pruebas')
  await page.setInputFiles('input[type=file]', {
    ...{ name: `${nit}.crt`, mimeType: 'application/xml' },
    buffer: Buffer.from(certificate.xml),
  })
  await page.fill('[name=contrasena]', CLAVE)
  await page.fill('[name=frase]', FRASE_DUENO)
  await page.fill('[name=otra]', FRASE_DUENO)
  await page.check('label:has-text("La guardé") input')
  await page.click('button:has-text("Guardar")')
  await task(page, 'Diga la contraseña de la API de Hacienda')
  await page.fill('[name=contrasena]', API)
  await page.click('button:has-text("Guardar y probar")')
  await task(page, 'Agregue su punto de venta')
  await page.click('button:has-text("Agregar punto")')
  await page.fill('[name=codEstable]', 'M001')
  await page.fill('[name=codPuntoVenta]', 'P001')
  await page.keyboard.press('Enter')
  await task(page, 'Elija dónde se guardan los documentos')
  await page.click('button:has-text("Conectar")')
  await page.click('button:has-text("Conectar y verificar")')

  await page.click('a:has-text("Emitir la primera")')
  await issueFirst(page, size)
  const { origin } = service
  await page.goto(`${origin}/${nit}/pruebas/preparar`)
  await page.waitForSelector('text=Su primera factura está sellada.')
  const { command, apiKey } = await mintKey(page)
  assert.match(command, /^curl /)
  const { stdout } = await promisify(execFile)('bash', ['-c', command])
  const issued = JSON.parse(stdout)
  assert.equal(issued.estado, 'sellado', stdout.slice(0, 500))
  assert.ok(!(await page.content()).includes(apiKey), 'shown once')

  // Signing in again asks for the second factor.
  await pickFrom(page, size === PHONE ? 'Más' : 'Su cuenta', 'Salir')
  await page.fill('[name=correo]', correo)
  await page.fill('[name=contrasena]', CONTRASENA)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[name=codigo]')
  await page.fill('[name=codigo]', totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await page.waitForSelector('h1:has-text("Inicio")')
  await context.close()
}

/** The first invoice: lines are rows of a grid at a desk, and sheets on a phone. */
async function issueFirst(page: Page, size: Size): Promise<void> {
  if (size === PHONE) {
    await page.click('button:has-text("Agregar línea")')
    const sheet = page.locator('dialog')
    await sheet.getByLabel('Producto o servicio').fill('Semita de piña')
    await sheet.getByLabel('Cantidad').fill('6')
    await sheet.getByLabel(/^Precio/).fill('0.75')
    await page.keyboard.press('Escape')
    await page.waitForSelector('b:text-is("$ 4.50")')
    await page.click('button:has-text("Revisar y emitir")')
    await page.click('[data-emit]:visible')
  } else {
    await typeLines(page, [['Semita de piña', '6', '0.75']])
    await page.waitForSelector(OBEYS)
    await page.keyboard.press('Control+Enter')
  }
  await openFirma(page, null, FRASE_DUENO)
  await page.waitForSelector('h2:has-text("Factura sellada")', { timeout: PATIENCE_MS })
}

/** The operator, who entered by the link of `sello person link`. Returns the owner's invitation. */
async function createCompany(page: Page, { nit, nrc, correo }: Owner): Promise<string> {
  await page.click('button:has-text("Crear empresa") >> nth=0')
  await page.click('dialog button:has-text("Crear empresa")')
  await page.waitForSelector('dialog .err')
  await fill(page, {
    'receptor.nombre': 'Panadería Nueva, S.A. de C.V.',
    'receptor.numDocumento': nit,
    'receptor.nrc': nrc,
    'receptor.nombreComercial': 'Panadería Nueva',
    'receptor.departamento': '06',
    'receptor.distrito': '14',
    'receptor.complemento': 'Avenida España 12',
    'receptor.telefono': '2222-3333',
    'receptor.correo': 'panaderia@example.com',
  })
  await choose(page, 'receptor.codActividad', '10712')
  await page.fill('[name="dueno.nombre"]', 'Dueña Nueva')
  await page.fill('[name="dueno.correo"]', correo)
  await page.click('dialog button:has-text("Crear empresa")')
  return (await page.locator('[data-secret]').textContent()) ?? ''
}

/** The second factor that an owner's role asks for, before anything else. */
async function activateTotp(page: Page): Promise<TOTP> {
  await page.waitForSelector('text=Antes de seguir active un segundo factor')
  await page.click('section:has-text("Segundo factor") button:has-text("Activar")')
  const secret = (await page.locator('[data-secret]').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.fill('[name=codigo]', totp.generate())
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=Segundo factor activo.')
  return totp
}

const task = (page: Page, titulo: string) =>
  page.waitForSelector(`section h2:has-text("${titulo}")`)

/** A key that signs by itself, and the command that the page prints for it. */
async function mintKey(page: Page): Promise<{ command: string; apiKey: string }> {
  await page.goto(page.url().replace(/preparar$/, 'ajustes/llaves'))
  await page.click('button:has-text("Crear llave")')
  await page.fill('[name=nombre]', 'Caja 1')
  await page.fill('[name=montoMaximo]', '1,250.50')
  await page.fill('[name=frase]', FRASE_DUENO)
  await page.click('dialog button:has-text("Crear")')
  await page.waitForSelector('dialog [data-secret], dialog:has-text("Confirme que es usted")')
  if ((await page.locator('dialog:has-text("Confirme que es usted")').count()) > 0) {
    await page.fill('dialog [name=contrasena]', CONTRASENA)
    await page.click('dialog button:has-text("Confirmar")')
  }
  const apiKey = (await page.locator('[data-secret]').first().textContent()) ?? ''
  const command = (await page.locator('[data-example]').textContent()) ?? ''
  await page.check('label:has-text("Las guardé") input')
  await page.click('dialog button:has-text("Listo")')
  return { command, apiKey }
}
