/** Compares the vault with the ministry's published samples, if the reference folder is present. */
import assert from 'node:assert/strict'
import { randomBytes, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as vault from './index.ts'

const FOLDER = fileURLToPath(
  new URL('../../../../shared/reference/samples/certificate/', import.meta.url),
)
const PASSWORD = 'Prueba-Llave-2026'
const missing = existsSync(FOLDER) ? false : 'no reference folder at ../shared/reference/samples'
if (missing) console.log(`NOTICE: the sample certificates are not read: ${missing}`)

function sample(name: string): Buffer {
  return readFileSync(`${FOLDER}${name}`)
}

// biome-ignore format: a table
const FILES = [
  ['06140101900019.crt',                 '2026-01-01T00:00:00.611Z', '2030-12-31T00:00:00.611Z'],
  ['06140101900019.nested-validity.crt', '2026-01-01T00:00:00.287Z', '2030-12-31T00:00:00.287Z'],
] as const

for (const [name, validFrom, validTo] of FILES) {
  test(`the sample ${name} is read with its password and with no other`, { skip: missing }, () => {
    const read = vault.readCertificadoMH(sample(name), PASSWORD)
    assert.equal(read.nit, '06140101900019')
    assert.equal(read.nombre, 'EMPRESA DE PRUEBA, S.A. DE C.V.')
    assert.equal(read.validFrom.toISOString(), validFrom)
    assert.equal(read.validTo.toISOString(), validTo)
    assert.throws(() => vault.readCertificadoMH(sample(name), `${PASSWORD}.`), {
      reason: 'wrong_password',
    })
  })
}

test('the vault signs the sample JWS, byte for byte', { skip: missing }, async () => {
  const { privateKey, publicKeyPem } = vault.readCertificadoMH(sample(FILES[0][0]), PASSWORD)
  const published = sample('fe-f-v2.jws').toString().trim()
  const [header = '', body = '', signature = ''] = published.split('.')
  const payload = Buffer.from(body, 'base64url')

  assert.equal(header, vault.JWS_HEADER)
  assert.ok(
    verify(
      'sha512',
      Buffer.from(`${header}.${body}`),
      publicKeyPem,
      Buffer.from(signature, 'base64url'),
    ),
  )

  const signKey = vault.mintSignKey(randomBytes)
  const { key, dataKey } = vault.createVault({
    privateKeyJwk: privateKey,
    random: randomBytes,
    id: 'v',
  })
  const wrap = vault.wrapForSignKey(dataKey, signKey, 'w', randomBytes)
  const signed = await vault.withSigner(wrap, key, signKey, async (sign) => sign(payload))
  assert.equal(signed.jws, published) // PKCS #1 v1.5 has no randomness
  assert.equal(vault.compactJws(payload, signed.signature), published)
})
