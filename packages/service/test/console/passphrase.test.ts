import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueCertificadoMH } from '@sello/mh-simulator'
import { AdminRefused, mintKey } from '../../src/admin.ts'
import { createTurns } from '../../src/base/db/turns.ts'
import { type Browser, codeOf, signInAs } from '../people.ts'
import { preparedKey } from '../prepared-keys.ts'
import { createWorld, PASSPHRASE, type World } from '../world.ts'

let world: World
let owner: Browser
let nit: string

before(async () => {
  world = await createWorld()
  nit = world.company.nit
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

const HOUR_MS = 3_600_000

const sign = (frase: string) => owner.send('POST', `/${nit}/firma/00`, { frase })

const key = {
  nombre: 'Caja',
  ambiente: '00',
  ...{ codEstable: 'M001', codPuntoVenta: 'P001' },
  alcances: ['issue'],
  tiposDte: ['01'],
}
const mint = (frase: string) => owner.send('POST', `/${nit}/llaves`, { ...key, frase })

/** A confirmation lasts five minutes. */
async function confirmAgain() {
  owner = await signInAs(world, 'dueno')
}

test('five wrong passphrases in an hour stop it, also the right one, on every route; the words say how long and which', async () => {
  const guesses = [sign, mint, sign, mint, sign]
  for (const guess of guesses) assert.equal(codeOf(await guess('no es esta frase')), '422 refused')
  const limited = await sign(PASSPHRASE)
  assert.equal(codeOf(limited), '429 too_many_attempts')
  assert.equal(limited.body.error.details.minutos, 60)
  assert.match(limited.body.error.message, /Espere 60 min.*al importar el certificado/)
  assert.equal(codeOf(await mint(PASSPHRASE)), '429 too_many_attempts')
  await world.advance(30 * 60_000)
  await confirmAgain()
  assert.equal((await sign(PASSPHRASE)).body.error.details.minutos, 30)
  await world.advance(31 * 60_000)
  await confirmAgain()
  assert.equal((await sign(PASSPHRASE)).status, 201)
})

test('a right one resets the count, and a key without the right to sign needs none', async () => {
  await world.advance(2 * HOUR_MS)
  await confirmAgain()
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) assert.equal((await sign('no es esta frase')).status, 422)
    assert.equal((await sign(PASSPHRASE)).status, 201)
  }
  for (let i = 0; i < 5; i += 1) await sign('no es esta frase')
  assert.equal((await owner.send('POST', `/${nit}/llaves`, key)).status, 201)
})

test('of guesses at once five are tried; a shell and another company are not limited', async () => {
  await world.advance(2 * HOUR_MS)
  await confirmAgain()
  const codes = (await Promise.all(Array.from({ length: 12 }, () => sign('otra frase mala')))).map(
    codeOf,
  )
  assert.equal(codes.filter((code) => code === '422 refused').length, 5)
  assert.equal(codes.filter((code) => code === '429 too_many_attempts').length, 7)

  const wanted = {
    ...{ label: 'Turno', ambiente: '00' as const, codEstable: 'M001', codPuntoVenta: 'P001' },
    ...{ scopes: ['issue'] as const, tiposDte: ['01'] as const, amountMax: 100 },
    ...{ limits: { hour: 10, day: 10, status: 10 }, ipRanges: [], expiresAt: null },
  }
  const atShell = (passphrase: string) => mintKey(world.admin, nit, { ...wanted, passphrase })
  for (let i = 0; i < 7; i += 1) await assert.rejects(atShell('no es esta frase'), AdminRefused)
  assert.notEqual((await atShell(PASSPHRASE)).signKey, null)

  const other = await world.addCompany()
  const its = await signInAs(world, 'dueno', { nit: other.nit })
  const signed = await its.send('POST', `/${other.nit}/firma/00`, { frase: PASSPHRASE })
  assert.equal(signed.status, 201)
})

test('a derivation waits for its turn over all processes, and a new certificate does too', async () => {
  await world.advance(2 * HOUR_MS)
  await confirmAgain()
  const { xml } = issueCertificadoMH({
    ...{ nit, nombre: 'Otra', password: 'Prueba-Llave-1', privateKey: preparedKey(1) },
    ...{ validFrom: new Date('2026-01-01'), validTo: new Date('2031-01-01') },
  })
  const load = () =>
    owner.send('POST', `/${nit}/certificados`, {
      ...{ ambiente: '00', contrasena: 'Prueba-Llave-1', frase: 'otra frase larga del dueño' },
      archivo: Buffer.from(xml).toString('base64'),
    })
  const another = createTurns(world.deps.outcomePool, world.deps.clock)
  for (const derive of [() => sign(PASSPHRASE), load]) {
    let release = () => {}
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const gate = new Promise<void>((resolve) => (release = resolve))
    const held = another.run('passphrase', () => {
      begin()
      return gate
    })
    await begun
    let isAnswered = false
    const answered = derive().finally(() => {
      isAnswered = true
    })
    await world.deps.clock.sleep(300)
    assert.equal(isAnswered, false)
    release()
    await held
    assert.ok([200, 201].includes((await answered).status))
  }
})
