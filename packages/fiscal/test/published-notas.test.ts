/** Claims about the published structure of 06, checked against the one that we compare with. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullNota } from './full-notas.ts'
import { actualOf, listGoldens } from './goldens.ts'
import { missing, publishedCheck, sample } from './published.ts'

type Json = Record<string, unknown>

test('the published structure of 06 names its tributes, in the line and in the summary', {
  skip: missing,
}, () => {
  const published = publishedCheck('06')
  const documento = fullNota('06')
  assert.ok(published(documento))
  for (const section of ['cuerpoDocumento', 'resumen']) {
    assert.ok(!published(withRenamed(documento, section)), `${section} with an empty name`)
  }
})

/** `tributos` under an empty name, in the section or its first element. */
function withRenamed(documento: Json, section: string): Json {
  const renamed = ({ tributos, ...rest }: Json) => ({ ...rest, '': tributos })
  const part = documento[section]
  return {
    ...documento,
    [section]: Array.isArray(part) ? part.map(renamed) : renamed(part as Json),
  }
}

test('the sample of 06 is the example ajuste-de-precio, in the order of the structure', {
  skip: missing,
}, () => {
  const golden = listGoldens().find(({ name }) => name === '06/ajuste-de-precio')
  assert.ok(golden)
  assert.deepEqual(JSON.parse(actualOf(golden)), sample('fe-nd-v4'))
})
