/** What the page of the certification says of what counts, what does not, and what to do next. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FunctionComponent, createElement as h } from 'react'
import type { Certificacion } from '../../src/api/settings-types.ts'
import type { Empresa } from '../../src/api/types.ts'
import type { Workspace } from '../../src/app/workspace.ts'
import { draw } from './dom.ts'

const { Router } = await import('wouter')
const { memoryLocation } = await import('wouter/memory-location')
const { WorkspaceContext } = await import('../../src/app/workspace.ts')
const { Metas } = await import('../../src/paginas/ajustes/certificacion-metas.tsx')
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
