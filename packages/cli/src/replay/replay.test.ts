/** A recorded day, replayed: against the same simulator, one that decides otherwise, and from files that are not one. */
import assert from 'node:assert/strict'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Check, type Simulator, startSimulator } from '@sello/mh-simulator'
import { createRecordedWorld, playDay } from '../../../service/test/recording.ts'
import { createFolder, type Folder, run } from '../../test/cli.ts'
import { ioOf } from '../../test/io.ts'
import { run as runHere } from '../run.ts'
import type { Report } from './report.ts'

let folder: Folder
before(async () => {
  folder = await createFolder()
  const { world, recorder } = await createRecordedWorld(folder.in('day'))
  await playDay(world)
  await world.close()
  await recorder.close()
})
after(() => folder.remove())

const replay = (...args: readonly string[]) =>
  run(['simulator', 'replay', ...args], { cwd: folder.path })
const reportOf = (stdout: string) => JSON.parse(stdout) as Report

test('a simulator that decides the same differs in nothing', async () => {
  const { code, stdout, stderr } = await replay('day', '--json')
  const report = reportOf(stdout || '{}')
  assert.deepEqual([report.diferencias, code], [[], 0], stdout + stderr)
  assert.ok(report.comparados >= 12, `only ${report.comparados} of ${report.intercambios}`)
  assert.deepEqual(Object.keys(report.sinComparar), ['sinRespuesta'], stdout)
  assert.equal(
    (await replay('day')).stdout.split('\n').at(-2),
    'El simulador responde lo mismo que Hacienda.',
  )
})

const refuse =
  (codigoMsg: string, path: string, isIt: (subject: Parameters<Check>[0]) => boolean): Check =>
  (subject) =>
    isIt(subject)
      ? {
          ...{ clasificaMsg: '16', codigoMsg, observaciones: [] },
          descripcionMsg: `[${path}] OTRA LECTURA`,
        }
      : null
const typeOf = ({ documento }: Parameters<Check>[0]) => documento.identificacion.tipoDte

/** Stricter with notes and with what was deferred, and a sum that is not looked at. */
const CHANGED = {
  creditos: refuse('016', 'resumen.montoTotalOperacion', (subject) => typeOf(subject) === '05'),
  receptor: refuse('003', 'cuerpoDocumento[0].x', ({ documento }) => {
    return documento.identificacion.tipoContingencia !== null
  }),
  calculoResumen: () => null,
} satisfies Record<string, Check>

/** One that runs, with a document of somebody's. */
async function changed(work: (simulator: Simulator) => Promise<void>): Promise<void> {
  const simulator = await startSimulator({ checks: CHANGED })
  try {
    await work(simulator)
  } finally {
    await simulator.close()
  }
}

const TAXPAYER = { nit: '06140101900027', password: 'x', nombre: 'DE ANTES' }

test('a simulator with three changed rules is told those three', async () => {
  await changed(async ({ url }) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(TAXPAYER)
    await fetch(`${url}/_sim/taxpayers`, { method: 'POST', headers, body })
    const { code, stdout, stderr } = await replay('day', '--json', '--url', url)
    assert.equal(code, 1, stderr)
    const { diferencias } = reportOf(stdout)
    const named = diferencias.map(({ regla, hacienda, simulador }) => [regla, hacienda, simulador])
    assert.deepEqual(named.sort(), [
      ['020 resumen.subTotal', 'RECHAZADO 020 resumen.subTotal', 'PROCESADO'],
      ['creditos', 'PROCESADO', 'RECHAZADO 016 resumen.montoTotalOperacion'],
      ['receptor', 'PROCESADO', 'RECHAZADO 003 cuerpoDocumento[].x'],
    ])
    const deferred = diferencias.find(({ regla }) => regla === 'receptor')
    assert.equal(deferred?.veces, 2, 'each of the lot')
    const { stdout: text } = await replay('day', '--url', url)
    assert.match(text, /^El simulador responde distinto en 3 reglas\.$/m)
    assert.match(text, /^creditos: Las notas de crédito .*\n {2}1 vez\. Hacienda: PROCESADO\./m)
    assert.match(text, /selloRecibido: Hacienda true, simulador false/)
    const state = await (await fetch(`${url}/_sim/taxpayers`)).json()
    const [only, ...others] = (state as { taxpayers: { nombre: string }[] }).taxpayers
    assert.deepEqual([only?.nombre, others], ['DE ANTES', []], 'and is left as it was')
  })
})

test('what depends on a difference, or on what was not recorded, is not compared', async () => {
  const [name = ''] = await readdir(folder.in('day'))
  const lines = (await readFile(folder.in(`day/${name}`), 'utf8')).split('\n')
  const isCredito = (line: string) => line.includes('"tipoDte":"03"')
  const refused = { estado: 'RECHAZADO', codigoMsg: '009', descripcionMsg: '[receptor.nit] NO' }
  const asRefused = (line: string) =>
    isCredito(line)
      ? JSON.stringify({ ...JSON.parse(line), answer: { status: 400, json: refused } })
      : line
  await mkdir(folder.in('later'))
  await writeFile(folder.in('later/a.jsonl'), lines.filter((one) => !isCredito(one)).join('\n'))
  await mkdir(folder.in('refused'))
  await writeFile(folder.in('refused/a.jsonl'), lines.map(asRefused).join('\n'))

  const later = await replay('later', '--json')
  assert.deepEqual([later.code, reportOf(later.stdout).sinComparar.anterior], [0, 1], later.stdout)
  const report = reportOf((await replay('refused', '--json')).stdout)
  assert.equal(report.sinComparar.derivado, 1, 'the note on it')
  assert.deepEqual(
    report.diferencias.map(({ regla }) => regla),
    ['009 receptor.nit'],
  )
})

test('a replay that is stopped compares nothing by halves', async () => {
  const { io, said } = ioOf()
  const stopping = { requested: Promise.resolve(), isRequested: () => true }
  const code = await runHere(['simulator', 'replay', folder.in('day')], { ...io, stopping })
  assert.deepEqual([code, said.out, said.err], [130, [], ['sello: Detenida: no se comparó todo.']])
})

test('files that are no recording are refused by their names', async () => {
  const [name = ''] = await readdir(folder.in('day'))
  const head = '{"recording":"sello","version":1}\n'
  const line =
    '{"askedAt":"2026-11-27T00:00:00Z","path":"/fesv/x","answer":{"silence":"timeout"}}\n'
  for (const [i, [text, said]] of [
    ['{"recording":"sello","version":2}\n', /a\.jsonl: la grabación es de la versión 2, y .* la 1/],
    ['<html>\n', /a\.jsonl: no es una grabación de Sello/],
    ['', /a\.jsonl: no es una grabación/],
    [`${head}{"askedAt":\n`, /a\.jsonl:2: no es un intercambio grabado/],
    [`${head}${line.replace('/fesv/x', '//elsewhere@x')}`, /a\.jsonl:2: no es un intercambio/],
    [`${head}${line.replace('2026-', '')}`, /a\.jsonl:2/],
  ].entries()) {
    await mkdir(folder.in(`bad-${i}`))
    await writeFile(folder.in(`bad-${i}/a.jsonl`), text as string)
    const { code, stderr } = await replay(`bad-${i}`)
    assert.equal(code, 1, stderr)
    assert.match(stderr, said as RegExp)
  }
  await mkdir(folder.in('empty'))
  assert.match((await replay('empty')).stderr, /no hay ninguna grabación/)
  assert.match((await replay('nowhere')).stderr, /nowhere: no existe/)
  assert.equal((await replay()).code, 2)
  assert.equal((await replay('day', '--url', 'ftp://x')).code, 2)

  await appendFile(folder.in(`day/${name}`), '{"askedAt":"20')
  const { code, stdout } = await replay('day')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /su última línea está cortada/)
})
