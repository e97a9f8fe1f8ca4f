import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { dkimProblem } from './dkim.ts'

const PEM = { type: 'pkcs8', format: 'pem' } as const

test('a key that cannot sign is told from one that can, in words', () => {
  const rsa = (modulusLength: number) =>
    String(generateKeyPairSync('rsa', { modulusLength }).privateKey.export(PEM))
  assert.equal(dkimProblem(rsa(1024)), null)
  assert.equal(dkimProblem(rsa(1016)), 'la llave DKIM tiene 1016 bits; use una de 2048.')
  const ed25519 = String(generateKeyPairSync('ed25519').privateKey.export(PEM))
  assert.equal(dkimProblem(ed25519), 'la llave DKIM es ed25519 y tiene que ser RSA.')
  assert.equal(dkimProblem('x'), 'la llave DKIM no es una llave privada PEM sin contraseña.')
})
