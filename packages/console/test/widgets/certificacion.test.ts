/** What the page of the certification says of what counts, what does not, and what to do next. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FunctionComponent, createElement as h } from 'react'
import type { Certificacion } from '../../src/api/settings-types.ts'
import type { Empresa } from '../../src/api/types.ts'
import type { Workspace } from '../../src/app/workspace.ts'
import { click, draw, one } from './dom.ts'

const { Router } = await import('wouter')
const { memoryLocation } = await import('wouter/memory-location')
const { WorkspaceContext } = await import('../../src/app/workspace.ts')
const { Metas } = await import('../../src/paginas/ajustes/certificacion-metas.tsx')
const { Toasts } = await import('../../src/ui/toast.tsx')
const { Siguiente } = await import('../../src/paginas/ajustes/certificacion-siguiente.tsx')

const NIT = '06140101900001'
const EMPRESA: Empresa = {
  nit: NIT,
  nombre: 'EMPRESA',
  nombreComercial: null,
  rol: 'dueno',
  produccionDesde: null,
  puntoDeVenta: { codEstable: 'S002', codPuntoVenta: 'P003' },
  invalida: true,
  dueno: 'Ana',
  firma: { '00': 'ninguna', '01': 'ninguna' },
}
const WORKSPACE: Workspace = {
  personaId: 'p',
  empresa: EMPRESA,
  ambiente: '00',
  root: `/${NIT}/pruebas`,
}

const NONE = { aparte: 0, enEspera: 0, invalidados: 0, paraInvalidar: 0, hayMas: false }
const DATOS: Certificacion = {
  ...{ campana: 'uno', produccionDesde: null, completa: false },
  tipos: [
    { ...NONE, tipoDte: '01', meta: 90, sellados: 92, aparte: 3, invalidados: 1, probado: true },
    { ...NONE, tipoDte: '11', meta: 90, sellados: 500, hayMas: true, probado: true },
    { ...NONE, tipoDte: '15', meta: 25, sellados: 4, enEspera: 2, paraInvalidar: 5, probado: true },
  ],
  eventos: [
    { evento: 'contingencia', meta: 5, sellados: 0, aparte: 0 },
    { evento: 'retorno', meta: 5, sellados: 5, aparte: 2 },
  ],
}

const { hook } = memoryLocation({ path: '/ajustes/certificacion' })
const Place = Router as FunctionComponent<{ hook: typeof hook }>
const inPlace = (node: ReturnType<typeof h>) =>
  draw(h(Place, { hook }, h(WorkspaceContext.Provider, { value: WORKSPACE }, node)))
const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
const commands = () =>
  [...document.querySelectorAll('code')].map(({ textContent }) => textContent ?? '')

describe('the goals', () => {
  test('say what is missing, what counts besides, and what does not and why', async () => {
    await inPlace(h(Metas, { datos: DATOS }))
    const [factura, exportacion, donacion, contingencia, retorno] = lines()
    assert.match(
      factura ?? '',
      /^Completo01 FacturaHechos aparte del comando: 3\. Cuentan igual\..*92 de 90$/,
    )
    assert.match(factura ?? '', /Invalidados: 1\. No cuentan: /)
    assert.match(exportacion ?? '', /500 o más de 90$/)
    assert.match(
      donacion ?? '',
      /Sin sello todavía: 2\. .*Hechos para invalidarlos: 5\. No cuentan\./,
    )
    assert.match(donacion ?? '', /^Falta15.*4 de 25Faltan 21 · A mano$/)
    assert.match(contingencia ?? '', /con --outages.*0 de 5Faltan 5$/)
    assert.match(
      retorno ?? '',
      /^CompletoEventos de retornoHechos aparte del comando: 2\. Su informe no los cuenta/,
    )
  })
})

describe('what to do next', () => {
  test('is two commands with the values of this company', async () => {
    await inPlace(h(Siguiente, { datos: DATOS, responsable: null }))
    const [llave, certificar] = commands()
    assert.match(llave ?? '', /^sello key mint --nit 06140101900001 --environment 00 /)
    assert.match(llave ?? '', / --establishment-code S002 --pos-code P003 --dte-types 01,11,15 /)
    assert.equal(
      certificar,
      "sello certify --types 01,11,15 --responsible 'Nombre Apellido,00000000-0' --outages",
    )
  })

  test('copies each of them, and says whether the browser let it', async () => {
    await inPlace([
      h(Siguiente, { key: 1, datos: DATOS, responsable: null }),
      h(Toasts, { key: 2 }),
    ] as never)
    const [llave, certificar] = commands()
    const copied: string[] = []
    let isAllowed = true
    const writeText = async (text: string) => {
      copied.push(text)
      if (!isAllowed) throw new Error('NotAllowedError')
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const said = () => [...one('status').children].map(({ textContent }) => textContent)
    await click(one('button', 'Copiar el comando de la llave'))
    isAllowed = false
    await click(one('button', 'Copiar el comando para certificar'))
    assert.deepEqual(copied, [llave, certificar])
    assert.deepEqual(said(), ['Comando copiado.', 'El navegador no dejó copiar.'])
  })

  test('names the certification, and quotes a name for the shell', async () => {
    const responsable = { nombre: "Ana D'Ángel $(id)", tipoDocumento: '13', numDocumento: '1-1' }
    await inPlace(h(Siguiente, { datos: { ...DATOS, campana: 'dos' }, responsable }))
    assert.equal(
      commands()[1],
      "sello certify --types 01,11,15 --campaign dos --responsible 'Ana D'\\''Ángel $(id),1-1' --outages",
    )
  })

  test('is a taxpayer to receive them, only for the types that go to one', async () => {
    const text = () => document.body.textContent ?? ''
    await inPlace(h(Siguiente, { datos: DATOS, responsable: null }))
    assert.doesNotMatch(text(), /contribuyente de verdad/)
    const [factura] = DATOS.tipos
    assert.ok(factura)
    const datos = { ...DATOS, tipos: [{ ...factura, tipoDte: '03' as const }] }
    await inPlace(h(Siguiente, { datos, responsable: null }))
    assert.match(text(), /2\. Guarde como cliente.*contribuyente de verdad.*3\. Certifique/)
  })

  test('is the portal once all is sealed', async () => {
    await inPlace(h(Siguiente, { datos: { ...DATOS, completa: true }, responsable: null }))
    assert.deepEqual(commands(), [])
    assert.match(document.body.textContent ?? '', /Está todo sellado\..*portal de Hacienda/)
  })
})

const links = () =>
  [...document.querySelectorAll('a')].map((a) => [
    a.getAttribute('aria-label') ?? a.textContent,
    a.getAttribute('href'),
  ])

test('what is missing by hand is where it is made: in tests, and none where only the command can', async () => {
  const eventos = [
    { evento: 'contingencia', meta: 5, sellados: 0, aparte: 0 },
    { evento: 'retorno', meta: 5, sellados: 1, aparte: 0 },
    { evento: 'invalidacion', meta: 5, sellados: 4, aparte: 1 },
  ] as const
  await inPlace(h(Metas, { datos: { ...DATOS, eventos } as never }))
  assert.deepEqual(links(), [
    ['A mano: 15 Donación', `/${NIT}/pruebas/emitir/15`],
    ['A mano: Eventos de retorno', `/${NIT}/pruebas/documentos?tipo=01`],
    ['A mano: Invalidaciones', `/${NIT}/pruebas/documentos?tipo=01`],
    ['Los tipos que emite', '/ajustes/produccion'],
  ])
  const [, , donacion, contingencia, retorno, invalidacion] = lines()
  assert.equal(
    donacion,
    'Falta15 DonaciónSin sello todavía: 2. Cuentan cuando Hacienda los selle.' +
      'Hechos para invalidarlos: 5. No cuentan.4 de 25Faltan 21 · A mano',
  )
  assert.equal(
    contingencia,
    'FaltaEventos de contingenciaLos hace quien opera el servicio, con --outages: ' +
      'Hacienda no deja pedir una caída.0 de 5Faltan 5',
  )
  assert.equal(
    retorno,
    'FaltaEventos de retornoA mano: abra una factura sellada en pruebas y registre una ' +
      'devolución.1 de 5Faltan 4 · A mano',
  )
  assert.equal(
    invalidacion,
    'FaltaInvalidacionesA mano: abra una factura sellada en pruebas e invalídela.' +
      'Hechos aparte del comando: 1. Su informe no los cuenta; Hacienda puede contarlos: ' +
      'compare con el portal.4 de 5Faltan 1 · A mano',
  )
  const shown = [...document.querySelectorAll('li')].map(
    (li) => li.querySelector('span')?.className,
  )
  assert.deepEqual(shown, ['t-ok', 't-ok', 't-mute', 't-mute', 't-mute', 't-mute'])
})

test('the key of the certification is for these types, and the point of sale of the company or the usual one', async () => {
  await inPlace(h(Siguiente, { datos: DATOS, responsable: null }))
  assert.equal(
    commands()[0],
    `sello key mint --nit ${NIT} --environment 00 --label Certificación ` +
      '--establishment-code S002 --pos-code P003 ' +
      '--dte-types 01,11,15 --limit-hour 2000 --limit-day 5000',
  )
  assert.match(document.body.textContent ?? '', /2\. Certifique.*Escriba quién responde por las/)
  const empresa = { ...EMPRESA, puntoDeVenta: null }
  const value = { ...WORKSPACE, empresa }
  const siguiente = h(Siguiente, { datos: DATOS, responsable: null })
  await draw(h(Place, { hook }, h(WorkspaceContext.Provider, { value }, siguiente)))
  assert.match(commands()[0] ?? '', / --establishment-code M001 --pos-code P001 /)
  for (const tipoDte of ['03', '04', '05', '06', '07', '08', '09', '01', '11', '14', '15']) {
    const tipos = [{ ...DATOS.tipos[0], tipoDte }]
    const datos = { ...DATOS, tipos } as never
    const responsable = { nombre: 'Ana', tipoDocumento: '13', numDocumento: '1' }
    await inPlace(h(Siguiente, { datos, responsable }))
    const isToTaxpayers = /Guarde como cliente/.test(document.body.textContent ?? '')
    assert.equal(isToTaxpayers, tipoDte > '01' && tipoDte < '11', tipoDte)
    assert.doesNotMatch(document.body.textContent ?? '', /Escriba quién responde/)
  }
})
