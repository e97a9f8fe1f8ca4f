import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const { otroPrecio } = await import('../src/paginas/producto.ts')

test('one price follows the other, to eight decimals, and is the same for a sale without IVA', () => {
  for (const [typed, text, other] of [
    ['precioConIva', '1.13', '1'],
    ['precioUni', '4', '4.52'],
    ['precioConIva', '1', '0.88495575'],
    ['precioUni', '1,250.50', '1413.065'],
  ] as const) {
    assert.equal(otroPrecio(typed, text, 'gravada'), other)
  }
  assert.equal(otroPrecio('precioUni', '1,250.50', 'exenta'), '1250.50')
  assert.equal(otroPrecio('precioConIva', '0.75', 'no_sujeta'), '0.75')
})

test('a price that is no number leaves the other one empty', () => {
  for (const text of ['', '-1', 'uno', '2,5', '1.2.3']) {
    assert.equal(otroPrecio('precioUni', text, 'gravada'), '', text)
    assert.equal(otroPrecio('precioUni', text, 'exenta'), '', text)
  }
})
