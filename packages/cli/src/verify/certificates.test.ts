/** Whose keys documents are verified with: those of a file, or those that the service publishes of each issuer. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Sello } from '@sello/client'
import { startScripted } from '../../test/scripted-service.ts'
import { CliError, EXIT } from '../exit.ts'
import { certificatesOf, keysOf } from './certificates.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

const pemOf = ({ publicKey }: ReturnType<typeof generateKeyPairSync>) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString().trim()
const [ONE, TWO] = [1, 2].map(() => pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 })))
const CURVE = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }) as never)
const DAMAGED = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'

test('a file may have several keys, with any text around them, and all are RSA', async () => {
  const path = service.folder.in('llaves.pem')
  await writeFile(path, `De 2025:\n${ONE}\nDe 2026:\n${TWO}\n`)
  const find = await keysOf(path)
  assert.deepEqual(await find('cualquiera'), [{ publicKeyPem: ONE }, { publicKeyPem: TWO }])
  const none = `--key: ${path} no tiene ninguna llave pública (BEGIN PUBLIC KEY).`
  const other = `--key: ${path} tiene una llave que no es una llave pública RSA.`
  for (const [text, message] of [
    ['', none],
    [ONE?.replaceAll('PUBLIC', 'PRIVATE') ?? '', none],
    [`${ONE}\n${CURVE}`, other],
    [`${DAMAGED}\n${ONE}`, other],
  ] as const) {
    await writeFile(path, text)
    await assert.rejects(keysOf(path), (error) => {
      assert.ok(error instanceof CliError)
      assert.deepEqual([error.message, EXIT[error.ending]], [message, 2])
      return true
    })
  }
})

test('the service is asked once for each issuer, and never for what is no NIT', async () => {
  const certificados = [{ publicKeyPem: ONE }]
  const asked = service.answerEach((line) =>
    line.endsWith('/123456789')
      ? { status: 404, body: { error: { code: 'not_found', message: 'No.', details: {} } } }
      : { body: { certificados } },
  )
  const find = certificatesOf(new Sello({ baseUrl: service.url }))
  const nits = ['06140101900019', '123456789', '06140101900019', '123456789']
  const found = await Promise.all(nits.map(find))
  assert.deepEqual(found, [certificados, [], certificados, []])
  for (const nit of ['', '12345678', '1234567890', '061401019000190', 'x06140101900019']) {
    assert.deepEqual(await find(nit), [], nit)
  }
  assert.equal(asked.length, 2)
  service.answerEach(() => ({
    status: 400,
    body: { error: { code: 'invalid_request', message: 'Mal.', details: {} } },
  }))
  await assert.rejects(async () => find('987654321'), { code: 'invalid_request' })
})
