/** Whether the one record of a liquidation of cards (09) adds up: each amount from those before it. */
import { amountOf, CENT, isWithin, textOf } from './amounts.ts'
import type { Finding } from './finding.ts'
import type { Members } from './members.ts'

type Row = readonly [name: string, ...wanted: bigint[]]

export function checkRegistro(registro: Members): readonly Finding[] {
  if (amountOf(registro.valorOperaciones) === null) {
    return [{ code: 'structure', message: 'faltan cuerpoDocumento o resumen.' }]
  }
  const r = (name: string) => amountOf(registro[name]) ?? 0n
  const kept = r('comision') + r('ivaPercibido') + r('ivaComision')
  const rows: readonly Row[] = [
    ['subTotal', r('valorOperaciones') - r('montoSinPercepcion')],
    ['montoSujetoPercepcion', (r('subTotal') * 100n) / 113n, r('subTotal')],
    ['iva', (r('subTotal') * 13n) / 113n],
    ['ivaPercibido', (r('montoSujetoPercepcion') * 2n) / 100n],
    ['ivaComision', (r('comision') * 13n) / 100n],
    ['liquidoApagar', r('valorOperaciones') - kept, r('subTotal') - kept],
  ]
  return [...rows.flatMap((row) => checkRow(row, r(row[0]))), ...checkLetters(registro)]
}

/** Sources differ in some of them: any of what is wanted. */
function checkRow([name, ...wanted]: Row, said: bigint): readonly Finding[] {
  if (wanted.some((one) => isWithin(said, one, CENT))) return []
  const message = `cuerpoDocumento.${name} dice ${textOf(said)} y suma ${wanted.map(textOf).join(' o ')}.`
  return [{ code: 'sums', message }]
}

function checkLetters({ totalLetras, liquidoApagar }: Members): readonly Finding[] {
  if (typeof totalLetras !== 'string') return []
  const said = /(\d{2})\/100/.exec(totalLetras)?.[1]
  const cents = String(((amountOf(liquidoApagar) ?? 0n) / CENT) % 100n).padStart(2, '0')
  if (said === undefined || said === cents) return []
  const message = `cuerpoDocumento.totalLetras dice ${said}/100 y son ${cents}/100.`
  return [{ code: 'sums', message }]
}
