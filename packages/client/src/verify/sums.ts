/** Whether a document adds up: its lines, its summary, its payments. Uses the ministry's member names. */
import { amountOf, CENT, isWithin, textOf, times, toCents } from './amounts.ts'
import type { Finding } from './finding.ts'
import { listOf, type Members, membersOf } from './members.ts'
import { checkRegistro } from './registro.ts'

/** A member of the lines, and the summary member that is its sum. */
const TOTALS: readonly (readonly [line: string, summary: string])[] = [
  ['ventaNoSuj', 'totalNoSuj'],
  ['ventaExenta', 'totalExenta'],
  ['ventaGravada', 'totalGravada'],
  ['compra', 'totalCompra'],
  ['noGravado', 'totalNoGravado'],
  ['valor', 'valorTotal'],
  ['exportaciones', 'exportacion'],
]
const SALES = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'compra'] as const
const DISCOUNTS = ['descuNoSuj', 'descuExenta', 'descuGravada', 'descu'] as const

export function checkSums(documento: Members): readonly Finding[] {
  const { cuerpoDocumento } = documento
  if (!Array.isArray(cuerpoDocumento)) return checkRegistro(membersOf(cuerpoDocumento))
  const resumen = membersOf(documento.resumen)
  const lineas = listOf(documento.cuerpoDocumento)
  if (lineas.length === 0 || Object.keys(resumen).length === 0) {
    return [{ code: 'structure', message: 'faltan cuerpoDocumento o resumen.' }]
  }
  return [
    ...checkLists(resumen),
    ...lineas.flatMap((linea, at) => checkLine(linea, at)),
    ...checkTotals(resumen, lineas),
    ...checkSummary(resumen, lineas),
    ...checkPayments(resumen, lineas),
  ]
}

function checkLists(resumen: Members): readonly Finding[] {
  return ['tributos', 'pagos']
    .filter((name) => (resumen[name] ?? null) !== null && !Array.isArray(resumen[name]))
    .map((name) => ({ code: 'structure', message: `resumen.${name} no es una lista.` }))
}

const get = (members: Members, name: string) => amountOf(members[name]) ?? 0n
const has = (members: Members, name: string) => amountOf(members[name]) !== null

function checkLine(linea: Members, at: number): readonly Finding[] {
  if (has(linea, 'valor')) return checkDonated(linea, at)
  if (has(linea, 'exportaciones')) return checkListed(linea, at)
  const sold = SALES.map((name) => get(linea, name)).reduce((a, b) => a + b, 0n)
  if (sold === 0n) return [] // a charge, or a free sample
  const wanted = times(get(linea, 'cantidad'), get(linea, 'precioUni')) - get(linea, 'montoDescu')
  if (isWithin(sold, wanted, CENT)) return []
  return [wrong(`cuerpoDocumento[${at}]`, sold, wanted)]
}

/** A line of a donation (15): its depreciation is an amount. */
function checkDonated(linea: Members, at: number): readonly Finding[] {
  const gross = times(get(linea, 'cantidad'), get(linea, 'valorUni'))
  const [said, wanted] = [get(linea, 'valor'), gross - get(linea, 'tipoDepreciacion')]
  return isWithin(said, wanted, CENT) ? [] : [wrong(`cuerpoDocumento[${at}]`, said, wanted)]
}

/** A line of a liquidation (08) lists a document, and computes its IVA. */
function checkListed(linea: Members, at: number): readonly Finding[] {
  const [said, wanted] = [get(linea, 'ivaItem'), (get(linea, 'ventaGravada') * 13n) / 100n]
  return isWithin(said, wanted, CENT) ? [] : [wrong(`cuerpoDocumento[${at}]`, said, wanted)]
}

function checkTotals(resumen: Members, lineas: readonly Members[]): readonly Finding[] {
  return TOTALS.flatMap(([line, summary]) => {
    if (!has(resumen, summary)) return []
    const wanted = toCents(lineas.reduce((sum, linea) => sum + get(linea, line), 0n))
    const said = get(resumen, summary)
    return said === wanted ? [] : [wrong(`resumen.${summary}`, said, wanted)]
  })
}

function checkSummary(resumen: Members, lineas: readonly Members[]): readonly Finding[] {
  const findings: Finding[] = []
  const expect = (name: string, wanted: bigint) => {
    const said = get(resumen, name)
    if (has(resumen, name) && !isWithin(said, wanted, 0n)) {
      findings.push(wrong(`resumen.${name}`, said, wanted))
    }
  }
  const r = (name: string) => get(resumen, name)
  const domestic = r('totalNoSuj') + r('totalExenta') + r('totalGravada')
  const sold = domestic + r('totalCompra') + r('exportacion')
  const discounts = DISCOUNTS.map(r).reduce((a, b) => a + b, 0n)
  const ofLines = lineas.reduce((sum, linea) => sum + get(linea, 'montoDescu'), 0n)
  expect('subTotalVentas', sold)
  expect('totalDescu', toCents(ofLines + discounts))
  const net = sold - discounts
  expect('subTotal', net)
  const tributos = listOf(resumen.tributos)
  const taxes = tributos.reduce((sum, tributo) => sum + get(tributo, 'valor'), 0n)
  const operation = net + taxes + r('flete') + r('seguro')
  const withheld = r('ivaRete') + r('ivaRete1')
  const perceived = r('ivaPerci') + r('ivaPerci1')
  // Notes include what is withheld and perceived in the amount of the operation.
  const candidates = [operation, operation - withheld + perceived]
  const said = r('montoTotalOperacion')
  if (has(resumen, 'montoTotalOperacion') && !candidates.includes(said)) {
    findings.push(wrong('resumen.montoTotalOperacion', said, operation))
  }
  if (has(resumen, 'total')) expect('total', said + perceived)
  if (has(resumen, 'totalPagar')) {
    const rest = r('totalNoGravado') + r('saldoFavor') - r('reteRenta')
    const payable = candidates.map((amount) => amount + rest)
    const pagar = r('totalPagar')
    if (!payable.some((amount) => (amount < 0n ? 0n : amount) === pagar)) {
      findings.push(wrong('resumen.totalPagar', pagar, payable.at(-1) ?? 0n))
    }
  }
  const inWords = IN_WORDS.find((name) => has(resumen, name))
  if (inWords) findings.push(...checkLetters(resumen, r(inWords)))
  if (has(resumen, 'totalIva') && lineas.some((linea) => has(linea, 'ivaItem'))) {
    const iva = lineas.reduce((sum, linea) => sum + get(linea, 'ivaItem'), 0n)
    const gravada = r('totalGravada')
    const share = gravada === 0n ? iva : (iva * (gravada - r('descuGravada'))) / gravada
    if (!isWithin(r('totalIva'), share, CENT)) {
      findings.push(wrong('resumen.totalIva', r('totalIva'), toCents(share)))
    }
  }
  return findings
}

/** What totalLetras says: of a document with nothing to pay, what it retains, gives or is worth. */
const IN_WORDS = [
  'totalPagar',
  'totalIvaRetenido',
  'valorTotal',
  'total',
  'montoTotalOperacion',
] as const

/** `ONCE 30/100 DOLARES` ends with the cents of the amount. */
function checkLetters({ totalLetras }: Members, amount: bigint): readonly Finding[] {
  if (typeof totalLetras !== 'string') return []
  const said = /(\d{2})\/100/.exec(totalLetras)?.[1]
  const cents = String((amount / CENT) % 100n).padStart(2, '0')
  if (said === undefined || said === cents) return []
  return [{ code: 'sums', message: `resumen.totalLetras dice ${said}/100 y son ${cents}/100.` }]
}

const EFECTIVO = 1

/** Only the money of a donation (15) is paid. */
function checkPayments(resumen: Members, lineas: readonly Members[]): readonly Finding[] {
  const pagos = listOf(resumen.pagos)
  if (pagos.length === 0) return []
  const paid = pagos.reduce((sum, pago) => sum + get(pago, 'montoPago'), 0n)
  const money = lineas.filter(({ tipoDonacion }) => tipoDonacion === EFECTIVO)
  const pagar = has(resumen, 'valorTotal')
    ? toCents(money.reduce((sum, linea) => sum + get(linea, 'valor'), 0n))
    : get(resumen, 'totalPagar')
  return paid === pagar ? [] : [wrong('resumen.pagos', paid, pagar)]
}

function wrong(where: string, said: bigint, wanted: bigint): Finding {
  return { code: 'sums', message: `${where} dice ${textOf(said)} y suma ${textOf(wanted)}.` }
}
