/** Documents are rendered in another thread, with the same result as in this one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createPrinter as createPaper } from '@sello/paper'
import { pino } from 'pino'
import { createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { createPrinter } from './printer.ts'
import { createThread, type Thread } from './thread.ts'
import { createWork, type Sheet } from './work.ts'

const log = createLog('silent')
const LOGO = Buffer.from('<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>')

let world: World
let small: Sheet
let sheet: Sheet
before(async () => {
  world = await createWorld()
  small = await createSheet(3)
  sheet = await createSheet(2_000)
})
after(() => world.close())

/** A sealed document with that many lines, as answered. */
async function issueLines(lines: number) {
  const items = Array.from({ length: lines }, (_, i) => ({
    descripcion: `Artículo número ${i} de un pedido muy largo`,
    cantidad: 1 + (i % 5),
    precioUni: 1.13,
  }))
  const receptor = { nombre: 'Ana Pérez', numDocumento: '01234567-8' }
  const { status, body, text } = await world.issue({ tipoDte: '01', receptor, items })
  assert.equal(status, 200, text.slice(0, 500))
  return { body, text }
}

async function createSheet(lines: number): Promise<Sheet> {
  const { selloRecibido, fhProcesamiento, jws } = (await issueLines(lines)).body
  return { payload: payloadOf(jws), selloRecibido, fhProcesamiento }
}

const payloadOf = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()

test('the other thread renders and explains exactly as this one does', async () => {
  const thread = createThread(log, new URL('./thread-entry.js', import.meta.url)) // as in a checkout
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

test('every form of a document has its seal, its cancellation and its look, and an event its seal', () => {
  const [here, paper] = [createWork(), createPaper()]
  const { payload, selloRecibido, fhProcesamiento } = small
  const documento = JSON.parse(payload)
  const brand = here.brand({ logo: LOGO, accent: '#b00020' })
  assert.ok(brand.logo && brand.accent)
  assert.deepEqual(here.brand({ logo: null, accent: null }), { logo: null, accent: null })
  const sealed = { selloRecibido, fhProcesamiento }
  const event = { codigoGeneracion: documento.identificacion.codigoGeneracion, fhProcesamiento }
  const all = [{ selloRecibido: null, fhProcesamiento: null }, sealed].flatMap((said) =>
    [null, event].map((invalidado) => ({ ...said, invalidado })),
  )
  const seen = new Set<string>()
  for (const said of all) {
    const asked = { payload, ...said }
    const printed = { documento, ...said }
    for (const look of [brand, null]) {
      const shown = here.screens({ ...asked, brand: look, logo: '/l' })
      assert.deepEqual(shown, paper.screens(printed, look, '/l'))
      const letter = Buffer.from(here.letter({ ...asked, brand: look }))
      assert.ok(letter.equals(paper.letter(printed, look)))
      for (const one of [shown.join(), letter.toString('latin1')]) seen.add(one)
    }
    const roll = Buffer.from(here.ticket({ ...asked, paperWidthMm: 58 }))
    assert.ok(roll.equals(paper.ticket(printed, 58)))
    seen.add(roll.toString('latin1'))
  }
  assert.equal(seen.size, all.length * 5, 'all of them differ')
})

test('a logo is refused in the words of its reader, and left out of a look', () => {
  const here = createWork()
  const none = Buffer.alloc(99)
  const refused = 'El archivo no es PNG, JPEG ni SVG.'
  assert.deepEqual(here.logo(none), { refused })
  assert.deepEqual(here.logo(LOGO), { refused: null })
  assert.deepEqual(here.brand({ logo: none, accent: '#b00020' }), {
    logo: null,
    accent: here.brand({ logo: LOGO, accent: '#b00020' }).accent,
  })
})

test('an answer is the same in either thread', async () => {
  const printer = createPrinter(log)
  const thread = createThread(log)
  for (const lines of [3, 2_000]) {
    const { body, text } = await issueLines(lines)
    const payload = payloadOf(body.jws)
    const signature = Buffer.from(body.jws.split('.')[2], 'base64url')
    const firmado = { ...body, payload, signature }
    const sealed = { firmado, outcome: body, advertencias: body.advertencias }
    assert.equal(String(await printer.answer(sealed)), text)
    const there = await thread.run('answer', sealed)
    assert.ok(there && Buffer.from(there).toString() === text)
    assert.equal(String(createWork().answer(sealed)), text)
  }
  await thread.close()
  await printer.close()
})

test('the other thread makes all of a large answer, and of a small one the letter, which is then kept', async () => {
  const asked: string[] = []
  const run: Thread['run'] = async (name) => {
    asked.push(name)
    return null
  }
  const printer = createPrinter(log, undefined, { run, close: async () => {} })
  for (const [lines, wanted] of [
    [3, ['letter', 'letter']],
    [2_000, ['answer', 'letter', 'letter']],
  ] as const) {
    asked.length = 0
    const { body } = await issueLines(lines)
    const [, , signature = ''] = body.jws.split('.')
    const payload = payloadOf(body.jws)
    const firmado = { ...body, payload, signature: Buffer.from(signature, 'base64url') }
    const { selloRecibido, fhProcesamiento, advertencias } = body
    const outcome = { selloRecibido, fhProcesamiento }
    await printer.answer({ firmado, outcome: body, advertencias })
    for (const _ of [1, 2]) await printer.letter({ payload, ...outcome })
    assert.deepEqual(asked, wanted)
  }
})

test('work that fails in the other thread is repeated here, with its own error if it has one', async () => {
  const printer = createPrinter(log)
  const broken = { ...small, payload: small.payload.replace('"tipoDte":"01"', '"tipoDte":"99"') }
  await assert.rejects(printer.letter(broken), /no sheet for a document of type 99/)
  await printer.close()
})

test('the process stays responsive while a large document is rendered', async () => {
  const printer = createPrinter(log)
  await printer.letter(sheet) // the thread has started
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await printer.letter(sheet)
  clearInterval(timer)
  await printer.close()
  assert.ok(turns > 1, `${turns} turns`)
})

test('a small document waits for one large one, and not for all that are asked for', async () => {
  const printer = createPrinter(log)
  await printer.letter(small) // the thread has started
  const order: string[] = []
  await Promise.all([
    ...[1, 2, 3].map((n) => printer.letter(sheet).then(() => order.push(`large ${n}`))),
    printer.letter(small).then(() => order.push('small')),
  ])
  await printer.close()
  assert.ok(order.indexOf('small') <= 1, order.join(', '))
})

test('work in progress when the thread is released is still done, and the next task starts another', async () => {
  const printer = createPrinter(log)
  const drawing = printer.letter(sheet) // in progress
  await turn()
  await printer.close()
  assert.ok((await drawing).length > 100_000)
  assert.ok((await printer.letter(small)).length > 10_000)
  await printer.close()
})

const runs = (program: string) => new URL(`data:text/javascript,${encodeURIComponent(program)}`)
/** A thread with this program, and its log: why it was lost, and what follows. */
function createWatched(entry: URL) {
  const lines: (readonly [cause: string, msg: string])[] = []
  const write = (line: string) => {
    const { error, msg } = JSON.parse(line)
    lines.push([error.message, msg])
  }
  return { thread: createThread(pino({}, { write }), entry), lines }
}

const LOST = 'the drawing thread was lost'
const LOST_TOO_OFTEN = `${LOST} too often: pages are drawn without it from now on`
for (const [what, entry, cause] of [
  ['fails', runs('throw new Error("no such font")'), 'no such font'],
  ['ends', runs('process.exit(0)'), 'it ended by itself'],
  ['cannot be started', new URL('http://localhost/thread.js'), null],
] as const) {
  test(`a thread that always ${what} before finishing a task is not restarted endlessly`, async () => {
    const { thread, lines } = createWatched(entry)
    for (let i = 0; i < 5; i++) assert.equal(await thread.run('letter', small), null)
    await thread.close()
    assert.deepEqual(
      lines.map(([said, msg]) => [cause && said, msg]),
      [LOST, LOST, LOST_TOO_OFTEN].map((msg) => [cause, msg]),
    )
  })
}

test('a thread that is lost occasionally is restarted each time', async () => {
  const { thread, lines } = createWatched(
    runs(`
    import { parentPort } from 'node:worker_threads'
    let done = 0
    parentPort.on('message', ({ id }) => {
      if (done++ === 1) throw new Error('the second piece is too much')
      parentPort.postMessage({ id, result: 'done' })
    })`),
  )
  for (let i = 0; i < 5; i++) {
    assert.equal(await thread.run('explicacion', ''), 'done')
    assert.equal(await thread.run('explicacion', ''), null)
  }
  await thread.close()
  assert.deepEqual(lines, Array(5).fill(['the second piece is too much', LOST]))
})

test('a thread keeps the process alive while it has work, and no longer', async () => {
  const { thread } = createWatched(
    runs(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: 'done' }))`),
  )
  const ports = () => process.getActiveResourcesInfo().filter((one) => one === 'MessagePort').length
  const others = ports()
  const isAlive = () => ports() > others
  const run = () => thread.run('explicacion', '')
  const [first, second] = [run(), run()]
  assert.equal(isAlive(), true)
  await first
  assert.equal(isAlive(), true)
  assert.equal(await second, 'done')
  assert.equal(isAlive(), false)
  const released = run()
  assert.equal(isAlive(), true)
  await thread.close()
  assert.equal(await released, null)
  assert.equal(await run(), 'done')
  assert.equal(isAlive(), false)
  await thread.close()
})
