/**
 * Every cell of the table of invalidations (docs/sources.md#invalidacion): what each reason requires for each type.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TIPO_OPERACIONES, TIPO_RETORNO, type TipoDte } from '@sello/contract'
import { giveBack, invalidate, RESCISION } from '../../../../test/corrections.ts'
import { outcomeOf } from '../../../../test/notas.ts'
import { facturas, report } from '../../../../test/operaciones.ts'
import { sealedOf } from '../../../../test/originals.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** A code that no document has: a forbidden replacement is not looked up. */
const ABSENT = '00000000-0000-4000-8000-000000000000'
const MOTIVO = 'El precio estaba mal'

type Target = TipoDte | typeof TIPO_RETORNO | typeof TIPO_OPERACIONES

// biome-ignore format: a table
const CELLS: readonly (readonly [target: Target, tipoAnulacion: 1 | 2 | 3, motivo: boolean, replacement: boolean])[] = [
  // target  reason  motive  replacement
  ['01',         1,  true,   true],
  ['01',         2,  false,  false],
  ['01',         3,  true,   true],
  ['03',         1,  true,   true],
  ['03',         2,  false,  false],
  ['03',         3,  true,   true],
  ['05',         1,  true,   false],
  ['05',         2,  false,  false],
  ['05',         3,  true,   false],
  ['06',         1,  true,   true],
  ['06',         2,  false,  false],
  ['06',         3,  true,   true],
  ['11',         1,  true,   true],
  ['11',         2,  false,  false],
  ['11',         3,  true,   true],
  ['14',         1,  true,   true],
  ['14',         2,  false,  false],
  ['14',         3,  true,   true],
  [TIPO_RETORNO, 1,  true,   false],
  [TIPO_RETORNO, 2,  false,  false],
  [TIPO_RETORNO, 3,  true,   false],
  [TIPO_OPERACIONES, 1,  true,   false],
  [TIPO_OPERACIONES, 2,  false,  false],
  [TIPO_OPERACIONES, 3,  true,   false],
]

/** Of the last voucher that was reported. */
let numero = 0

async function targetOf(target: Target): Promise<string> {
  if (target === TIPO_OPERACIONES) {
    numero += 1
    return (await report(world, [facturas(numero)])).body.codigoGeneracion
  }
  if (target !== TIPO_RETORNO) return sealedOf(world, target)
  const codigo = await sealedOf(world, '01')
  const { body } = await giveBack(world, codigo, [{ linea: 1, cantidad: 1 }])
  return body.codigoGeneracion
}

const eventsAbout = (codigo: string) =>
  world.deps.pool.many(
    `select 1 from events where kind = 'invalidacion' and coalesce(evento, documento) = $1`,
    [codigo],
  )

for (const [target, tipoAnulacion, motivo, replacement] of CELLS) {
  const needs = [motivo && 'a motive', replacement && 'a replacement'].filter(Boolean)
  test(`a ${target} for reason ${tipoAnulacion} requires ${needs.join(' and ') || 'nothing'}`, async () => {
    const codigo = await targetOf(target)
    const other = replacement ? await sealedOf(world, target as TipoDte) : null
    const asked = {
      ...RESCISION,
      tipoAnulacion,
      motivo: motivo ? MOTIVO : null,
      codigoGeneracionReemplazo: other,
    }
    const refused = async (changes: object, field: string) => {
      const reply = await invalidate(world, codigo, { ...asked, ...changes })
      assert.equal(outcomeOf(reply), `422 validation_failed ${field}`, reply.text)
    }

    if (motivo) await refused({ motivo: null }, 'motivo')
    const wrong = replacement ? null : ABSENT
    await refused({ codigoGeneracionReemplazo: wrong }, 'codigoGeneracionReemplazo')
    assert.deepEqual(await eventsAbout(codigo), [], 'nothing was signed')

    const reply = await invalidate(world, codigo, asked)
    assert.equal(reply.status, 200, reply.text)
    const { documento, motivo: stated } = reply.body.documento
    assert.deepEqual(
      [
        documento.tipoDte,
        documento.codigoGeneracionR,
        stated.tipoAnulacion,
        stated.motivoAnulacion,
      ],
      [target, other, tipoAnulacion, motivo ? MOTIVO : null],
    )
    assert.equal(reply.body.tipoDte, target)
    assert.equal((await eventsAbout(codigo)).length, 1)
  })
}

test('a rescission may state a motive', async () => {
  const asked = { ...RESCISION, motivo: MOTIVO }
  const { status, body } = await invalidate(world, await sealedOf(world, '11'), asked)
  assert.equal(status, 200)
  assert.equal(body.documento.motivo.motivoAnulacion, MOTIVO)
})
