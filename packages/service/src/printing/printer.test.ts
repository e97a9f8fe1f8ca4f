/** Documents are drawn in another thread, and drawn the same as they would be here. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { createWorld, type World } from '../../test/world.ts'
import { createLog } from '../log.ts'
import { createPrinter } from './printer.ts'
import { createThread } from './thread.ts'
import { createWork, type Sheet } from './work.ts'

const log = createLog('silent')

let world: World
let small: Sheet
let sheet: Sheet
before(async () => {
  world = await createWorld()
  small = await createSheet(3)
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

const payloadOf = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()

test('the other thread draws and explains what is drawn and explained here', async () => {
  const thread = createThread(log)
  const here = createWork()
  for (const one of [small, sheet]) {
    const there = await thread.run('letter', one)
    assert.ok(there && Buffer.from(there).equals(here.letter(one)))
    const roll = { ...one, paperWidthMm: 80 }
    const ticket = await thread.run('ticket', roll)
    assert.ok(ticket && Buffer.from(ticket).equals(here.ticket(roll)))
    const explained = await thread.run('explicacion', one.payload)
    assert.equal(explained, here.explicacion(one.payload))
  }
  await thread.close()
})

test('a letter that was begun before its seal is the very same', async () => {
  const printer = createPrinter(log)
  for (const one of [small, sheet]) {
    const whole = Buffer.from(await printer.letter(one))
    const begun = printer.begin(one.payload)
    assert.ok(whole.equals(await printer.letter(one, begun)), 'wanted before it is begun')
    assert.ok(await begun, 'it was not begun')
    assert.ok(whole.equals(await printer.letter(one, begun)))
    const unsealed = { ...one, selloRecibido: null, fhProcesamiento: null }
    const pending = Buffer.from(await printer.letter(unsealed))
    assert.ok(pending.equals(await printer.letter(unsealed, begun)), 'there is no seal after all')
  }
  await printer.close()
})

test('a seal that its room does not hold is drawn all the same', async () => {
  const printer = createPrinter(log)
  const wide = { ...small, selloRecibido: 'Ω'.repeat(90) }
  const begun = printer.begin(wide.payload)
  assert.ok(await begun)
  const drawn = Buffer.from(await printer.letter(wide, begun))
  assert.ok(drawn.equals(await printer.letter(wide)))
  await printer.close()
})

test('what the other thread cannot do is done here, with its own error where it has one', async () => {
  const printer = createPrinter(log)
  const broken = { ...small, payload: small.payload.replace('"tipoDte":"01"', '"tipoDte":"99"') }
  const begun = printer.begin(broken.payload)
  assert.equal(await begun, null)
  await assert.rejects(printer.letter(broken, begun), /no sheet for a document of type 99/)
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

test('work under way when the thread is lost is still done, and the next piece starts another', async () => {
  const printer = createPrinter(log)
  const begun = printer.begin(small.payload)
  const [drawn] = await Promise.all([printer.letter(sheet), printer.close()])
  assert.ok(drawn.length > 100_000)
  assert.equal(await begun, null)
  const whole = Buffer.from(await printer.letter(small))
  assert.ok(whole.equals(await printer.letter(small, begun)))
  await printer.close()
})

test('a thread that does not start is told once, and not tried again', async () => {
  const lines: string[] = []
  const entry = new URL('data:text/javascript,throw new Error("no such program")')
  const thread = createThread(pino({}, { write: (line) => lines.push(line) }), entry)
  assert.equal(await thread.run('begin', small.payload), null)
  assert.equal(await thread.run('begin', small.payload), null)
  await thread.close()
  assert.equal(lines.length, 1, lines.join(''))
  assert.match(lines[0] ?? '', /there is no drawing thread/)
})
