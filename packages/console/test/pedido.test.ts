import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { fromBase64Url, toBase64Url } from '../src/base64url.ts'
import { entregaOf } from '../src/firma/entrega.ts'
import { createPair, openPedido } from '../src/firma/pedido.ts'

const WRONG = { message: 'Lo que se entregó no es la firma que usted pidió. Pida otra.' }

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

test('what is no key at all fails as itself: it is not what somebody else asked for', async () => {
  const pair = { id: 'uno', ...(await createPair()) }
  await assert.rejects(openPedido(pair, { enc: '*', datos: 'AA' }), {
    name: 'InvalidCharacterError',
  })
})

test('who waits for a sign key is told how far the request is, until the key can be opened', () => {
  const sellado = { enc: 'AA', datos: 'BB' }
  const old = { clavePublica: 'BA', iv: 'AA', datos: 'AA' }
  // biome-ignore format: a table
  const cases: readonly (readonly [Parameters<typeof entregaOf>[0], own: string | null, ReturnType<typeof entregaOf>])[] = [
    [null,                          null,  'Para emitir necesita una firma. Ana la aprueba con su frase.'],
    [{ id: 'uno', sellado: null },  'uno', 'Su pedido espera a Ana, que lo ve en Inicio. Cuando lo apruebe, siga aquí.'],
    [{ id: 'uno', sellado: null },  null,  'Su pedido espera a Ana, que lo ve en Inicio. Cuando lo apruebe, siga aquí.'],
    [{ id: 'uno', sellado },        null,  'Ana entregó la firma al navegador desde el que usted la pidió. Ábrala en él, o pida otra desde aquí.'],
    [{ id: 'uno', sellado },        'dos', 'Ana entregó la firma al navegador desde el que usted la pidió. Ábrala en él, o pida otra desde aquí.'],
    [{ id: 'uno', sellado: old },   'uno', 'Ana entregó la firma con una versión anterior del servicio, y aquí no se puede abrir. Pídala otra vez.'],
    [{ id: 'uno', sellado },        'uno', sellado],
  ]
  for (const [pedido, own, expected] of cases) {
    assert.deepEqual(entregaOf(pedido, own, 'Ana'), expected)
  }
})
