/**
 * Our documents match the ministry's publications: documents of generated requests are valid against the published
 * schemas, their text has plain numbers with the published decimals, and their arithmetic equals an independent
 * computation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildDocumento, type DteRequest, resumenDe, serialise, TIPOS } from '../src/index.ts'
import { dteRequest } from './arbitraries.ts'
import { inputOf } from './fixtures.ts'
import { listGoldens } from './goldens.ts'
import { expectedOf } from './independent.ts'
import { missing, publishedCheck, sample } from './published.ts'

const RUNS = Number(process.env.SELLO_GENERATED_RUNS ?? 150)
const tiposDte = Object.keys(TIPOS) as DteRequest['tipoDte'][]

for (const tipoDte of tiposDte) {
  const isPublished = missing ? null : publishedCheck(tipoDte)

  test(`${RUNS} generated requests of ${tipoDte} are built and match the published schema`, () => {
    fc.assert(
      fc.property(dteRequest(tipoDte), (request) => {
        const text = built(request)
        assertPlainNumbers(text)
        assertPublished(text)
        assertArithmetic(request, JSON.parse(text))
      }),
      { numRuns: RUNS },
    )
  })

  test(`the examples of ${tipoDte} are valid against the published schema`, () => {
    for (const { request, rejected } of listGoldens()) {
      if (rejected || request.tipoDte !== tipoDte) continue
      const text = built(request)
      assertPlainNumbers(text)
      assertPublished(text)
      assertArithmetic(request, JSON.parse(text))
    }
  })

  function assertPublished(text: string) {
    if (!isPublished) return
    assert.ok(isPublished(JSON.parse(text)), JSON.stringify(isPublished.errors))
  }
}

const WORKED_EXAMPLES = [
  ['03/ejemplo-del-ministerio', 'fe-ccf-v4'],
  ['04/consignacion', 'fe-nr-v4'],
  ['05/ejemplo-del-ministerio', 'fe-nc-v4'],
  ['07/varios-documentos', 'fe-cr-v2'],
  ['11/flete-y-seguro', 'fe-fex-v3'],
] as const
for (const [name, published] of WORKED_EXAMPLES) {
  test(`the worked example ${published} of the ministry is reproduced byte for byte`, {
    skip: missing,
  }, () => {
    const golden = listGoldens().find((one) => one.name === name)
    assert.ok(golden)
    assert.equal(built(golden.request), JSON.stringify(sample(published)))
  })
}

const SAMPLES = [
  ['01', 'fe-f-v2'],
  ['01', 'fe-f-v2-anonima'],
  ['01', 'fe-f-v2-contingencia'],
  ['01', 'fe-f-v2-reemplazo'],
  ['03', 'fe-ccf-v4'],
  ['04', 'fe-nr-v4'],
  ['04', 'fe-nr-v4-traslado'],
  ['05', 'fe-nc-v4'],
  ['06', 'fe-nd-v4'],
  ['07', 'fe-cr-v2'],
  ['07', 'fe-cr-v2-c4'],
  ['08', 'fe-cl-v2'],
  ['09', 'fe-dcl-v2'],
  ['11', 'fe-fex-v3'],
  ['14', 'fe-fse-v2'],
  ['15', 'fe-cd-v2'],
  ['15', 'fe-cd-v2-bienes'],
] as const
for (const [tipoDte, name] of SAMPLES) {
  test(`the sample ${name} conforms to our structure`, { skip: missing }, () => {
    assert.deepEqual(TIPOS[tipoDte].versions[0].check(sample(name)), [])
  })
}

function built(request: DteRequest): string {
  const { documento, problems } = buildDocumento(inputOf(request))
  assert.deepEqual(problems, [])
  return serialise(documento)
}

/** Outside strings the text has no exponent, no `.0` and no more decimals than its section allows. */
function assertPlainNumbers(text: string) {
  const parts = text.replaceAll(/"(\\.|[^"\\])*"/g, '""').split(/(?<=\])(?=,"":\{"":)/)
  const summary = parts.pop() ?? ''
  const body = parts.join('')
  assert.doesNotMatch(body + summary, /[eE][+-]?\d|\.\d*0[,}\]]/)
  assert.doesNotMatch(body, /\.\d{9}/)
  assert.doesNotMatch(summary, /\.\d{3}/)
}

type Json = Record<string, number>

function assertArithmetic(
  request: DteRequest,
  documento: { cuerpoDocumento: Json[]; resumen?: Json },
) {
  const expected = expectedOf(request)
  const resumen = resumenDe(documento) as Json
  const { tributos } = resumen as unknown as {
    tributos: { codigo: string; valor: number }[] | null
  }
  const rows = Object.fromEntries(
    (tributos ?? []).map(({ codigo, valor }) => [`tributos[${codigo}]`, valor]),
  )
  const iva = rows['tributos[20]'] ?? resumen.iva ?? 0
  const actual: Json = { ...resumen, ...rows, iva }
  for (const [name, value] of Object.entries(expected.resumen)) {
    if (actual[name] !== undefined) assert.equal(actual[name], Number(value), name)
  }
  for (const [i, linea] of expected.lineas.entries()) {
    for (const [name, value] of Object.entries(linea)) {
      const stated = documento.cuerpoDocumento[i]?.[name]
      if (stated !== undefined) assert.equal(stated, Number(value), `${name} of line ${i + 1}`)
    }
  }
}
