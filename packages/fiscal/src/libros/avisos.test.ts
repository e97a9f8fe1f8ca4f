/** What the books tell the accountant: only what the month has, with how many. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, mes, returned } from '../../test/month.ts'
import { libros } from './libros.ts'
import type { Mes } from './mes.ts'

const TERCEROS = (n: number) => new RegExp(`^Ventas por cuenta de terceros: ${n}\\. `)
const RETORNOS = (n: number) => new RegExp(`^Eventos de retorno: ${n}\\. `)
const EXPORTACIONES = [
  /^Las exportaciones van sin flete ni seguro: /,
  /^El número de la declaración /,
]
const aquí = given('03/sencillo', { tercero: 1 })
const fuera = given('01/anonima', { tercero: 2 })
const retorno = returned('01-descuentos', {})

// biome-ignore format: a table
const MONTHS: readonly (readonly [string, Mes, readonly RegExp[]])[] = [
  ['with nothing',                mes([]), []],
  ['with sales and a purchase',   mes([given('01/anonima'), given('03/percepcion'), given('14/servicio-con-retencion')]), []],
  ['with an invalidated sale for a principal', mes([given('03/sencillo', { tercero: 1, estado: 'invalidado' })]), []],
  ['with a sale for a principal', mes([aquí]), [TERCEROS(1)]],
  ['with two, one of them abroad', mes([aquí, fuera]), [TERCEROS(2)]],
  ['with an export',              mes([given('11/bienes')]), EXPORTACIONES],
  ['with a return',               mes([], [retorno]), [RETORNOS(1)]],
  ['with two returns',            mes([given('01/anonima')], [retorno, returned('14-renta', {})]), [RETORNOS(2)]],
  ['with everything',             mes([aquí, given('11/servicios')], [retorno]), [TERCEROS(1), ...EXPORTACIONES, RETORNOS(1)]],
]

for (const [what, month, wanted] of MONTHS) {
  test(`the books of a month ${what} warn of what it has, and of nothing else`, () => {
    const { avisos } = libros(month)
    assert.equal(avisos.length, wanted.length, avisos.join('\n'))
    for (const [n, aviso] of avisos.entries()) assert.match(aviso, wanted[n] as RegExp)
  })
}
