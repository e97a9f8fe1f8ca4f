/** Large documents are drawn in another thread, and drawn the same as small ones. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
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
  sheet = await createSheet(2_000)
})
after(() => world.close())

/** A sealed document of so many lines. */
async function createSheet(lines: number): Promise<Sheet> {
  const items = Array.from({ length: lines }, (_, i) => ({
    descripcion: `Artículo número ${i} de un pedido muy largo`,
    cantidad: 1 + (i % 5),
    precioUni: 1.13,
  }))
  const receptor = { nombre: 'Ana Pérez', numDocumento: '01234567-8' }
  const { status, body, text } = await world.issue({ tipoDte: '01', receptor, items })
  assert.equal(status, 200, text.slice(0, 500))
  const { selloRecibido, fhProcesamiento } = body
  return { payload: payloadOf(body.jws), selloRecibido, fhProcesamiento }
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    assert.ok(turns < 1_000, 'it does not come to be so')
    await turn()
  }
}

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

test('a letter that was begun before its seal is the very same', async () => {
  const printer = createPrinter(log)
  const small = await createSheet(3)
  const whole = Buffer.from(await printer.letter(small))
  const begun = printer.begin(small.payload)
  assert.ok(whole.equals(await printer.letter(small, begun)), 'wanted before it was begun')
  assert.equal(begun.finish, null)
  const another = printer.begin(small.payload)
  await until(() => another.finish !== null)
  assert.ok(whole.equals(await printer.letter(small, another)))
  const unsealed = { ...small, selloRecibido: null, fhProcesamiento: null }
  const pending = Buffer.from(await printer.letter(unsealed))
  assert.ok(pending.equals(await printer.letter(unsealed, another)), 'there is no seal after all')
  await printer.close()
})

test('a seal that its room does not hold is drawn all the same', async () => {
  const printer = createPrinter(log)
  const wide = { ...(await createSheet(3)), selloRecibido: 'Ω'.repeat(90) }
  const begun = printer.begin(wide.payload)
  await until(() => begun.finish !== null)
  const drawn = Buffer.from(await printer.letter(wide, begun))
  assert.ok(drawn.equals(await printer.letter(wide)))
  await printer.close()
})

test('what cannot be begun says why when its letter is wanted', async () => {
  const printer = createPrinter(log)
  const small = await createSheet(3)
  const broken = { ...small, payload: small.payload.replace('"tipoDte":"01"', '"tipoDte":"99"') }
  const begun = printer.begin(broken.payload)
  await turn()
  await turn()
  assert.equal(begun.finish, null)
  await assert.rejects(printer.letter(broken, begun), /no sheet for a document of type 99/)
  await printer.close()
})

test('of pages that are wanted at once, the first leaves before the last is drawn', async () => {
  const printer = createPrinter(log)
  const small = await createSheet(3)
  const order: string[] = []
  const watched = (n: number): Sheet => ({
    ...small,
    get payload() {
      order.push(`${n} is read`)
      return small.payload
    },
  })
  const printing = [1, 2].map(async (n) => {
    await printer.letter(watched(n))
    process.nextTick(() => order.push(`${n} is written`)) // as a socket does with an answer
  })
  await Promise.all(printing)
  await turn()
  const written = order.indexOf('1 is written')
  assert.ok(written !== -1 && written < order.lastIndexOf('2 is read'), order.join(', '))
  await printer.close()
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
