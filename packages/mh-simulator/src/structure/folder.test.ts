/** Which of the published schemas a document or event is asked for: each file here asks for a member of its own name. */
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sujetoExcluido } from '../../test/compra.ts'
import { contable } from '../../test/contable.ts'
import { creditoFiscal, type Draft, factura } from '../../test/documentos.ts'
import { donacion } from '../../test/donacion.ts'
import { anular, contingencia, informar, invalidacion, retorno } from '../../test/eventos.ts'
import { facturaExportacion } from '../../test/exportacion.ts'
import { makeFolder } from '../../test/folder.ts'
import { liquidacion } from '../../test/liquidacion.ts'
import { type Ministry, startMinistry } from '../../test/ministry.ts'
import { notaCredito, notaDebito } from '../../test/notas.ts'
import { operaciones } from '../../test/operaciones.ts'
import { remision } from '../../test/remision.ts'
import { retencion } from '../../test/retencion.ts'
import { startSimulator } from '../index.ts'

const send = (ministry: Ministry, documento: Draft) => ministry.send(documento)
const SEAL = '2026'.padEnd(40, 'A')

// biome-ignore format: a table
const SCHEMAS: readonly (readonly [type: string, file: string, make: () => Draft, post: typeof send])[] = [
  ['01',           'fe-f-v2.json',                 factura,                               send],
  ['03',           'fe-ccf-v4.json',               creditoFiscal,                         send],
  ['04',           'fe-nr-v4.json',                remision,                              send],
  ['05',           'fe-nc-v4.json',                () => notaCredito(creditoFiscal()),    send],
  ['06',           'fe-nd-v4.json',                () => notaDebito(creditoFiscal()),     send],
  ['07',           'fe-cr-v2.json',                retencion,                             send],
  ['08',           'fe-cl-v2.json',                liquidacion,                           send],
  ['09',           'fe-dcl-v2.json',               contable,                              send],
  ['11',           'fe-fex-v3.json',               facturaExportacion,                    send],
  ['14',           'fe-fse-v2.json',               sujetoExcluido,                        send],
  ['15',           'fe-cd-v2.json',                donacion,                              send],
  ['invalidacion', 'invalidacion-schema-v3.json',  () => invalidacion(factura(), SEAL),   anular],
  ['retorno',      'fe-eret-v1.json',              () => retorno(factura()),              send],
  ['contingencia', 'contingencia-schema-v4.json',  () => contingencia([factura()]),       informar],
  ['operaciones',  'fe-eop-v1.json',               () => operaciones(),                   send],
]

test('each document and event is asked what the schema of its type says, and the folder has them all', async (t) => {
  const schemasDir = await makeFolder(t)
  for (const [, file] of SCHEMAS) {
    await writeFile(join(schemasDir, file), JSON.stringify({ required: [file] }))
  }
  const ministry = await startMinistry(t, { schemasDir })
  const { options } = (await ministry.get('/_sim/state')).body
  assert.deepEqual(
    options.schemas,
    SCHEMAS.map(([type]) => type),
  )
  for (const [type, file, make, post] of SCHEMAS) {
    const { status, body } = await post(ministry, make())
    assert.equal(status, 400, type)
    assert.equal(body.observaciones.at(-1), `Campo #/${file} es requerido`, type)
  }
  for (const [, file] of SCHEMAS) {
    const path = join(schemasDir, file)
    await rm(path)
    await assert.rejects(startSimulator({ schemasDir }), { code: 'ENOENT', path })
    await writeFile(path, '{}')
  }
})
