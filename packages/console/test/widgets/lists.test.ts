/** What stands around a list: its search, its filters, the column of acts; and fields that begin as what is stored. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement as h } from 'react'
import { change, click, draw, one } from './dom.ts'

const { useSettled } = await import('../../src/ui/use-searched.ts')
const { Table } = await import('../../src/ui/table.tsx')
const { Filtros } = await import('../../src/paginas/filtros.tsx')
const { CamposDelWebhook } = await import('../../src/paginas/ajustes/campos-webhook.tsx')
const { ELEGIBLES, nombreDeEntrega, NOVEDAD } = await import(
  '../../src/paginas/ajustes/novedades.ts'
)

test('words are searched once nobody has typed for a moment', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => change(() => mock.timers.tick(ms))
  const Settled = ({ text }: { text: string }) => h('output', null, useSettled(text))
  const redraw = await draw(h(Settled, { text: 'a' }))
  await redraw(h(Settled, { text: 'an' }))
  await pass(100)
  await redraw(h(Settled, { text: 'ana' }))
  await pass(100)
  assert.equal(one('status').textContent, 'a', 'somebody typed a moment ago')
  await pass(50)
  assert.equal(one('status').textContent, 'ana')
})

test('a table has a column of acts where its rows have any', async () => {
  const heads = () => [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
  const rows = { heads: ['Nombre', ['Total', 'num'] as const], children: null }
  const redraw = await draw(h(Table, rows))
  assert.deepEqual(heads(), ['Nombre', 'Total'])
  await redraw(h(Table, { ...rows, hasActs: true }))
  assert.deepEqual(heads(), ['Nombre', 'Total', 'Acciones'])
  assert.equal(document.querySelectorAll('th')[1]?.className, 'num')
})

test('a table has the look of its list, and a foot where its columns are added up', async () => {
  const row = h('tr', null, h('td', null, '5.00'))
  const drawn = () => {
    const table = document.querySelector('table')
    return [table?.className, table?.tBodies[0]?.textContent, table?.tFoot?.textContent]
  }
  const rows = { heads: ['Total'], children: row }
  const redraw = await draw(h(Table, rows))
  assert.deepEqual(drawn(), ['table', '5.00', undefined])
  await redraw(h(Table, { ...rows, className: 'plain', foot: row }))
  assert.deepEqual(drawn(), ['table plain', '5.00', '5.00'])
})

test('filters open on demand, and say how many narrow the list', async () => {
  const given = { label: 'Buscar', placeholder: '', text: '', onText: () => {}, children: 'Estado' }
  const dialogs = () => document.querySelectorAll('dialog').length
  const redraw = await draw(h(Filtros, given))
  assert.equal(dialogs(), 0)
  assert.equal(one('button').textContent, 'Filtros')
  await click(one('button'))
  assert.equal(dialogs(), 1)
  await click(one('button', 'Ver la lista'))
  assert.equal(dialogs(), 0)
  await redraw(h(Filtros, { ...given, active: 2 }))
  assert.equal(one('button').textContent, 'Filtros: 2')
})

describe('the news of a webhook', () => {
  const checked = () =>
    [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
      .filter((box) => box.checked)
      .map(({ name }) => name)

  test('of a new one are all', async () => {
    await draw(h(CamposDelWebhook, { problem: null }))
    assert.deepEqual(checked(), ['todas'])
    assert.equal(document.querySelector('fieldset'), null)
  })

  test('of a stored one are those that it has', async () => {
    const webhook = {
      ...{ id: 'wh', url: 'https://erp.example.com/', ambiente: '00' as const, activo: true },
      ...{ descripcion: null, tipos: ['dte.sellado' as const] },
    }
    await draw(h(CamposDelWebhook, { problem: null, webhook: webhook as never }))
    assert.deepEqual(checked(), ['dte.sellado'])
  })

  // biome-ignore format: a table
  const NAMES: Readonly<Record<string, string>> = {
    'dte.sellado': 'Documento sellado', 'dte.rechazado': 'Documento rechazado',
    'dte.contingencia': 'Documento en contingencia', 'dte.invalidado': 'Documento invalidado',
    'retorno.sellado': 'Devolución sellada', 'retorno.rechazado': 'Devolución rechazada',
    'retorno.abandonado': 'Devolución abandonada', 'retorno.invalidado': 'Devolución invalidada',
    'invalidacion.rechazada': 'Invalidación rechazada', 'invalidacion.abandonada': 'Invalidación abandonada',
    'contingencia.abierta': 'Contingencia abierta', 'contingencia.cerrada': 'Contingencia cerrada',
    'contingencia.evento_sellado': 'Evento de contingencia sellado', 'contingencia.evento_rechazado': 'Evento de contingencia rechazado',
    'operaciones.sellado': 'Operaciones especiales selladas', 'operaciones.rechazado': 'Operaciones especiales rechazadas',
    'operaciones.invalidado': 'Operaciones especiales invalidadas', 'contingencia.vence_pronto': 'Plazo de contingencia por vencer',
    'certificado.vence_pronto': 'Certificado por vencer', 'copia.fallida': 'Copias que no se guardan',
    'copia.recuperada': 'Copias que se guardan de nuevo', 'cuenta.rechazada': 'Contraseña de Hacienda rechazada',
    'llave.suspendida': 'Llave suspendida', 'webhook.apagado': 'Webhook apagado', 'entrega.enviada': 'Correo enviado',
    'entrega.fallida': 'Correo que falló', 'feed.restaurado': 'Base de datos restaurada',
  }

  test('have names, and all but a restore may be chosen', async () => {
    assert.deepEqual(NOVEDAD, NAMES)
    for (const [tipo, nombre] of Object.entries(NAMES)) {
      assert.equal(nombreDeEntrega(tipo as never), nombre)
    }
    assert.equal(nombreDeEntrega('webhook.prueba'), 'Prueba')
    const chosen = Object.keys(NAMES).filter((tipo) => tipo !== 'feed.restaurado')
    assert.deepEqual(ELEGIBLES, chosen)
  })
})
