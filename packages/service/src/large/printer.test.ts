/** Large documents are drawn in another thread, and drawn the same as small ones. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../test/world.ts'
import { createLog } from '../log.ts'
import { createPrinter, LARGE_CHARACTERS } from './printer.ts'
import { createThread } from './thread.ts'
import { createWork, type Sheet } from './work.ts'

const log = createLog('silent')

let world: World
let sheet: Sheet
before(async () => {
  world = await createWorld()
  const items = Array.from({ length: 2_000 }, (_, i) => ({
    descripcion: `Artículo número ${i} de un pedido muy largo`,
    cantidad: 1 + (i % 5),
    precioUni: 1.13,
  }))
  const receptor = { nombre: 'Ana Pérez', numDocumento: '01234567-8' }
  const { status, body, text } = await world.issue({ tipoDte: '01', receptor, items })
  assert.equal(status, 200, text.slice(0, 500))
  const { selloRecibido, fhProcesamiento } = body
  sheet = { payload: payloadOf(body.jws), selloRecibido, fhProcesamiento }
})
after(() => world.close())

const payloadOf = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()

test('a document of 2,000 lines is drawn in the other thread, to the same bytes as here', async () => {
  assert.ok(sheet.payload.length > LARGE_CHARACTERS)
  const thread = createThread(log)
  const there = await thread.run('letter', sheet)
  const explained = await thread.run('explicacion', sheet.payload)
  await thread.close()
  const here = createWork()
  assert.ok(there)
  assert.ok(Buffer.from(there).equals(Buffer.from(here.letter(sheet))))
  assert.equal(explained, here.explicacion(sheet.payload))
})

test('while a large document is drawn the process goes on', async () => {
  const printer = createPrinter(log)
  await printer.letter(sheet) // the thread is there
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await printer.letter(sheet)
  clearInterval(timer)
  await printer.close()
  assert.ok(turns > 1, `${turns} turns`)
})

test('what the other thread cannot do is done here, with its own error where it has one', async () => {
  const printer = createPrinter(log)
  const broken = { ...sheet, payload: sheet.payload.replace('"tipoDte":"01"', '"tipoDte":"99"') }
  await assert.rejects(printer.letter(broken), /no sheet for a document of type 99/)
  await printer.close()
})

test('work under way when the thread is lost is still done, and the next piece starts another', async () => {
  const printer = createPrinter(log)
  const [drawn] = await Promise.all([printer.letter(sheet), printer.close()])
  assert.ok(drawn.length > 100_000)
  assert.ok((await printer.letter(sheet)).length === drawn.length)
  await printer.close()
})
