import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditoFiscal, type Draft, factura, set } from '../../test/documentos.ts'
import {
  anular,
  contingencia,
  informar,
  invalidacion,
  retorno,
  selloDe,
} from '../../test/eventos.ts'
import { envio, type Ministry, startMinistry } from '../../test/ministry.ts'
import { notaCredito } from '../../test/notas.ts'
import { operaciones } from '../../test/operaciones.ts'

interface Step {
  readonly name: string
  readonly what: string
  readonly result: string
}

async function stepsOf(ministry: Ministry, documento: Draft): Promise<readonly Step[]> {
  const { codigoGeneracion } = documento.identificacion
  const query = new URLSearchParams({ codigoGeneracion, steps: 'true', last: '1' })
  return (await ministry.get(`/_sim/ledger?${query}`)).body.documents[0].steps
}

// biome-ignore format: a table
const REFUSED: readonly (readonly [step: string, path: string, value: unknown])[] = [
  ['estructura',     'resumen.totalLetras',        7],
  ['estructura',     'identificacion.tipoDte',     '02'],
  ['puntoDeVenta',   'emisor.codPuntoVenta',       'P009'],
  ['fechas',         'identificacion.fecEmi',      '2026-12-01'],
  ['calculoLineas',  'cuerpoDocumento.0.ivaItem',  99],
  ['calculoResumen', 'resumen.totalIva',           1],
  ['receptor',       'receptor.numDocumento',      'x'],
  ['emisorCodigos',  'emisor.codActividad',        '00000'],
]

for (const [step, path, value] of REFUSED) {
  test(`what ${step} refuses passed all before it, and nothing behind it was asked`, async (t) => {
    const ministry = await startMinistry(t)
    const documento = set(factura(), path, value)
    assert.equal((await ministry.send(documento)).status, 400)
    const steps = await stepsOf(ministry, documento)
    const at = steps.findIndex(({ name }) => name === step)
    assert.ok(at > 0, steps.map(({ name }) => name).join(', '))
    const results = steps.map(({ result }) => result)
    assert.deepEqual(new Set(results.slice(0, at)), new Set(['passed']))
    assert.equal(results[at], 'refused')
    assert.ok(results.slice(at + 1).every((result) => result === 'not reached'))
    for (const { what } of steps) assert.ok(what.length > 10)
  })
}

test('an envelope that says otherwise, what is no JSON and a number in a longer form stop at their steps', async (t) => {
  const ministry = await startMinistry(t)
  const authorization = ministry.token
  for (const [step, change] of [
    ['sobre', (text: string) => text.replace('"version":2', '"version":"2"')],
    ['numeros', (text: string) => text.replace('"totalIva":2.42', '"totalIva":2.420')],
    ['json', (text: string) => `${text}x`],
  ] as const) {
    const documento = factura()
    const body = envio(documento, change(JSON.stringify(documento)))
    assert.equal((await ministry.post('/fesv/recepciondte', body, { authorization })).status, 400)
    const stopped = (await stepsOf(ministry, documento)).filter(
      ({ result }) => result === 'refused',
    )
    assert.deepEqual(
      stopped.map(({ name }) => name),
      [step],
    )
  }
})

/** Under another version than its own. */
const otherwise: typeof anular = ({ post, token: authorization }, evento) => {
  const body = { ambiente: '00', idEnvio: 1, version: 2, documento: envio(evento).documento }
  return post('/fesv/anulardte', body, { authorization })
}

test('an event stops at its envelope, its form or its own step', async (t) => {
  const ministry = await startMinistry(t)
  const sold = factura()
  const seal = await selloDe(ministry, sold)
  const voided = () => invalidacion(sold, seal)
  // biome-ignore format: a table
  const events: readonly (readonly [step: string, event: Draft, send: typeof anular])[] = [
    ['sobre',      voided(),                                              otherwise],
    ['estructura', set(voided(), 'motivo.nombreSolicita', undefined),      anular],
    ['evento',     set(voided(), 'documento.nombre', 'OTRA'),              anular],
    ['estructura', set(contingencia([factura()]), 'motivo.fFin', 'ayer'),  informar],
    ['evento',     set(contingencia([factura()]), 'detalleDTE.0.noItem', 2), informar],
    ['evento',     set(retorno(sold), 'documento.nombre', 'OTRA'),         (to, one) => to.send(one)],
  ]
  for (const [step, event, send] of events) {
    assert.equal((await send(ministry, event)).status, 400)
    const stopped = (await stepsOf(ministry, event)).filter(({ result }) => result === 'refused')
    assert.deepEqual(
      stopped.map(({ name }) => name),
      [step],
    )
  }
})

test('a number of 31 characters is in the ledger as it is stated, and no longer one', async (t) => {
  const ministry = await startMinistry(t)
  for (const numeroControl of ['x'.repeat(31), 'x'.repeat(32)]) {
    await ministry.send(set(factura(), 'identificacion.numeroControl', numeroControl))
  }
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual(
    documents.map((one: Draft) => one.numeroControl),
    ['x'.repeat(31), null],
  )
})

test('an event passes the steps of its form and one of its own', async (t) => {
  const ministry = await startMinistry(t)
  const event = operaciones()
  await ministry.send(set(event, 'resumen.total', 1))
  const steps = await stepsOf(ministry, event)
  assert.deepEqual(
    steps.map(({ name, result }) => [name, result]),
    [
      ...['contribuyente', 'sobre', 'firma', 'json', 'estructura', 'numeros'].map((name) => [
        name,
        'passed',
      ]),
      ['evento', 'refused'],
    ],
  )
  for (const { what } of steps) assert.ok(what.length > 10)
})

test('of a sealed document and of a repeated number every step says what it should', async (t) => {
  const ministry = await startMinistry(t)
  const first = factura()
  await ministry.send(first)
  assert.ok((await stepsOf(ministry, first)).every(({ result }) => result === 'passed'))
  const again = set(factura(), 'identificacion.numeroControl', first.identificacion.numeroControl)
  await ministry.send(again)
  assert.equal((await stepsOf(ministry, again)).at(-1)?.result, 'refused')
})

test('a signature of another key stops at the signature, a told refusal and silence at no step', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const good = envio(documento)
  const other = { ...good, documento: `${good.documento.slice(0, -8)}AAAAAAAA` }
  await ministry.post('/fesv/recepciondte', other, { authorization: ministry.token })
  const stopped = (await stepsOf(ministry, documento)).find(({ result }) => result === 'refused')
  assert.equal(stopped?.name, 'firma')
  await ministry.script({ service: 'recepciondte', kind: 'reject', times: 1 })
  const [told, silent] = [factura(), factura()]
  await ministry.send(told)
  assert.deepEqual(await stepsOf(ministry, told), [])
  await ministry.script({ service: 'recepciondte', kind: 'status', times: 1 })
  await ministry.send(silent)
  assert.deepEqual(await stepsOf(ministry, silent), [])
})

test('the last rows, without their signed text', async (t) => {
  const ministry = await startMinistry(t)
  const sent = [factura(), creditoFiscal(), factura()]
  for (const one of sent) await ministry.send(one)
  const { documents } = (await ministry.get('/_sim/ledger?last=2&jws=false')).body
  assert.deepEqual(
    documents.map((one: Draft) => one.codigoGeneracion),
    sent.slice(1).map((one) => one.identificacion.codigoGeneracion),
  )
  assert.equal('jws' in documents[0], false)
  assert.equal((await ministry.get('/_sim/ledger?last=9999')).body.documents.length, 3)
  for (const last of ['0', '10000', '', '01', '-1', 'x1', '1x', '1.5']) {
    const body = { error: '"last" is a number from 1 to 9999' }
    assert.deepEqual(await ministry.get(`/_sim/ledger?last=${last}`), { status: 400, body }, last)
  }
  const note = notaCredito(sent[1] as Draft)
  await ministry.send(note)
  assert.equal((await stepsOf(ministry, note)).length > 20, true)
})
