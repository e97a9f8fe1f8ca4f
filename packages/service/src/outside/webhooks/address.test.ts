/** Which addresses a webhook may have, on both sides of each rule, and what is said of the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressProblem } from './address.ts'

const UNSEEN = 'no lleva espacios, saltos de línea ni caracteres invisibles.'
const NONE = 'no es una dirección, como https://erp.example.com/sello.'
const SCHEME = 'debe empezar con https://.'
const PORT = 'el puerto es el 443, o uno desde el 1024.'
const INNER = 'lleva a una red interna: debe ser una dirección pública.'
const PLAIN = 'sin https solo se envía a una red interna.'

// biome-ignore format: a table
const ADDRESSES: readonly (readonly [url: string, outside: string | null, innerNetwork: string | null])[] = [
  // the address                        on the internet alone                  where internal networks are permitted
  ['https://erp.example.com/sello?a=1', null,                                  null],
  ['https://erp.example.com:443/',      null,                                  null],
  ['https://erp.example.com:444/',      PORT,                                  PORT],
  ['https://erp.example.com:80/',       PORT,                                  PORT],
  ['https://erp.example.com:1023/',     PORT,                                  PORT],
  ['https://erp.example.com:1024/',     null,                                  null],
  ['https://erp.example.com/ a',        UNSEEN,                                UNSEEN],
  ['https://erp.example.com/\u200ba',   UNSEEN,                                UNSEEN],
  ['erp.example.com',                   NONE,                                  NONE],
  ['ftp://erp.example.com/',            SCHEME,                                SCHEME],
  ['http://erp.example.com/',           SCHEME,                                null],
  ['http://erp.example.com:81/',        SCHEME,                                PORT],
  ['http://erp.example.com:8080/',      SCHEME,                                null],
  ['http://10.0.0.7/',                  SCHEME,                                null],
  ['http://8.8.8.8/',                   SCHEME,                                PLAIN],
  ['https://ana@erp.example.com/',      'no lleva usuario ni contraseña.',     'no lleva usuario ni contraseña.'],
  ['https://:clave@erp.example.com/',   'no lleva usuario ni contraseña.',     'no lleva usuario ni contraseña.'],
  ['https://erp.example.com/#a',        'no lleva nada después de #.',         'no lleva nada después de #.'],
  ['https://10.0.0.7/',                 INNER,                                 null],
  ['https://[::1]/',                    INNER,                                 null],
  ['https://8.8.8.8/',                  null,                                  null],
  ['https://[2606:4700::1111]/',        null,                                  null],
]

test('an address is taken, or refused with what is wrong with it', () => {
  for (const [url, outside, inner] of ADDRESSES) {
    assert.deepEqual([url, addressProblem(url, false)], [url, outside])
    assert.deepEqual([url, addressProblem(url, true)], [url, inner])
  }
})
