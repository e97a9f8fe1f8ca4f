import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { fromBase64Url, toBase64Url } from '../src/base64url.ts'
import { entregaOf } from '../src/firma/entrega.ts'
import { createPair, openPedido } from '../src/firma/pedido.ts'

const DUENO = 'Ana'
const WRONG = /^Error: Lo que se entregó no es la firma que usted pidió/

/** As the service does. */
async function seal(clavePublica: string, id: string, signKey: string) {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64Url(clavePublica))
  const info = new TextEncoder().encode(`sello firma ${id}`)
  const message = new TextEncoder().encode(signKey)
  const { enc, ct } = await suite.seal({ recipientPublicKey, info }, message)
  return { enc: toBase64Url(new Uint8Array(enc)), datos: toBase64Url(new Uint8Array(ct)) }
}

test('only the pair and the request that a sign key was encrypted for open it, and the pair cannot be exported', async () => {
  const pair = { id: 'uno', ...(await createPair()) }
  const sellado = await seal(pair.clavePublica, 'uno', 'sellosk_x')
  assert.equal(await openPedido(pair, sellado), 'sellosk_x')
  await assert.rejects(openPedido({ ...pair, id: 'dos' }, sellado), WRONG)
  await assert.rejects(openPedido({ id: 'uno', ...(await createPair()) }, sellado), WRONG)
  const datos = toBase64Url(fromBase64Url(sellado.datos).map((byte, n) => (n ? byte : byte ^ 1)))
  await assert.rejects(openPedido(pair, { ...sellado, datos }), WRONG)
  await assert.rejects(openPedido(pair, { ...sellado, enc: 'AAAA' }), WRONG)
  await assert.rejects(crypto.subtle.exportKey('jwk', pair.privateKey))
})

test('a sign key encrypted by a release before HPKE, or for another browser, is said to be asked for again', () => {
  const sellado = { clavePublica: 'BA', iv: 'AA', datos: 'AA' }
  const old = entregaOf({ id: 'uno', sellado }, 'uno', DUENO)
  assert.match(String(old), /^Ana entregó la firma con una versión anterior .* Pídala otra vez\.$/)
  const other = entregaOf({ id: 'uno', sellado: { enc: 'AA', datos: 'AA' } }, null, DUENO)
  assert.match(String(other), /^Ana entregó la firma al navegador desde el que usted la pidió/)
})
