/** The brand of a company's printed copies, set in the console. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

let world: World
let owner: Awaited<ReturnType<typeof signInAs>>
let nit: string

before(async () => {
  world = await createWorld()
  nit = world.company.nit
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

test('a company’s brand is stored as given, changes are serialised, and an invalid colour is refused', async () => {
  const path = `/${nit}/marca`
  const colours = ['#112233', '#1a5fb4'] // as many as a company may change at once
  const replies = await Promise.all(colours.map((color) => owner.send('PUT', path, { color })))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  const { body } = await owner.get(path)
  assert.ok(colours.includes(body.color))
  assert.equal(codeOf(await owner.send('PUT', path, { color: 'rojo' })), '422 refused')
  assert.equal(
    codeOf(await owner.send('PUT', path, { logo: 'bm8gZXMgdW5hIGltYWdlbg==' })),
    '422 refused',
  )
})

test('a logo is told as it was sent, a change of one keeps the other, and null takes it back', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>'
  const logo = Buffer.from(svg).toString('base64')
  const { nit: own } = await world.addCompany()
  const chief = await signInAs(world, 'dueno', { nit: own })
  const put = async (body: object) => {
    const { desde: _, ...told } = (await chief.send('PUT', `/${own}/marca`, body)).body
    return told
  }
  const none = { logo: null, color: null, desde: null }
  assert.deepEqual((await chief.get(`/${own}/marca`)).body, none)
  assert.deepEqual(await put({ logo }), { logo, color: null })
  assert.deepEqual(await put({ color: '#112233' }), { logo, color: '#112233' })
  assert.deepEqual(await put({ logo: null }), { logo: null, color: '#112233' })
  assert.deepEqual(await put({ logo }), { logo, color: '#112233' })
  assert.deepEqual(await put({ color: null }), { logo, color: null })
})

test('a company that keeps sending logos is told to wait, and its other calls go on', async () => {
  const logo = Buffer.from('<svg viewBox="0 0 1 1"><text>x</text></svg>').toString('base64')
  const send = () => owner.send('PUT', `/${nit}/marca`, { logo })
  const codes = new Set<string>()
  for (let n = 0; n < 25 && !codes.has('429 too_many_calls'); n++) codes.add(codeOf(await send()))
  assert.deepEqual([...codes], ['422 refused', '429 too_many_calls'])
  assert.equal((await owner.get(`/${nit}/marca`)).status, 200)
})
