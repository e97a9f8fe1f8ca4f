/** Stored bytes stay readable for ever: these were written by each format, and must open whatever comes later. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { TIPOS_DTE } from '@sello/contract'
import { listGoldens } from '../../../../fiscal/test/goldens.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { encryptColumn } from '../../base/secrets/secrets.ts'
import { DICTIONARIES, DICTIONARY_OF } from './dictionaries.ts'
import { encryptPayload, openPayload } from './payload.ts'

const dataKey = Buffer.alloc(32, 7)
const which = {
  kind: 'documento',
  companyId: '00000000-0000-4000-8000-000000000001',
  codigoGeneracion: '0F0F0F0F-0000-4000-8000-00000000000A',
} as const
const ID = `documents/${which.companyId}/${which.codigoGeneracion}/payload`
const PAYLOAD =
  '{"identificacion":{"version":2,"tipoDte":"01"},"resumen":{"totalPagar":11.3,"totalLetras":"ONCE 30/100 DOLARES"},"apendice":null}'

const ALONE =
  'CQkJCQkJCQkJCQkJBvAHE1QnyIUbAQOP6gBMbzoJRZ58wNFk38d3Szcufa3HaziacVGXiTj3zu+cwl8wLLgrrvrU8zF09DCBPMZx9qDasXNAZXwMACK8pUqav19ODFEw1RWh6Tmupr7PPxpPCzxHujIN2FuUiWIbZtxu+H1vexwopLTZ6LCGxxiWR/ZTDw=='

/** By the number of the dictionary: its SHA-256, and PAYLOAD as it was written with it. Rows are added, never changed. */
// biome-ignore format: a table
const WRITTEN = [
  [1, '0dc1357404647d8a76fe89211eaeb8da0e6d508d7ee216cf3cd3ceabf363ddaa', 'CQkJCQkJCQkJCQkJF1URU/OY3rnRG8pKEhJLsyCEp8AjUZU+FfpCPfyWJVmudovSPEAtTT6tSHXUdA=='],
  [2, '46c3a69ff0be5ca848888fb06ba9933d25bea4975af50b7be6f7abfa89b9551f', 'CQkJCQkJCQkJCQkJC4WpW+ntjCPlxTs5TtzJwSCHR8/X6mA1MrLpNtMj4pwYYDM8LNMnAGKmJXJltnV60w=='],
  [3, '09894f77fffb718286be10bfc4e8ce65a115683b38b60ca8618caa861ca7b13d', 'CQkJCQkJCQkJCQkJWwt2oTdZv64uvwjGKvZQxyCGR8916WC1yuRbmuPfsX6qgVcnB6gAztdoceAgcad50w=='],
  [4, '77973869f2b01fc6575f0dd21871c5123d5d667efbbce1d1b6451db61eddf622', 'CQkJCQkJCQkJCQkJ0UXZWlaoUJLX9Zmf8+U60yCBR89B6WC11+RbeuHf2X5qhFcnB6gA6NeDJio/S0190+U='],
  [5, '18ae067a8f03c2e4dd1b3295aa6a08d31dd8ef429791210e8e1fe7b39e639872', 'CQkJCQkJCQkJCQkJf3vdu/BW48A0f6TTPb3GrCCAR8+L6uA2JWRNqGTtlnKV87kjZCHv/d9vi6K2oDG8p+Xn'],
  [6, 'e21303a4e5b15828bac29125384aa4f920af5cb5933108a7c0267d99ab833863', 'CQkJCQkJCQkJCQkJZUWny/u2mSWmVPJ6UWWImCCDp8BA0QtaoyGDyqDn77eUqHkZLU1wxdeAduDYdk190+U='],
  [7, 'a814bdd4a9dbae085c4817a21ccee50505a45beb6b179a0414a52442b322c1b7', 'CQkJCQkJCQkJCQkJGhtXk6bca4cSgPaMitY9kSCCp8Dq0sRVlPtowsXKkuJl+Ko55L442LLXpswWbNQvS+vnww=='],
  [8, 'a8f6d1d090a29990b229f38e6eea8c0ea3894b00b846195c9ca7e9f67cc01166', 'CQkJCQkJCQkJCQkJd51/vQ4/idZPizRxFovpoyCNR89x6GC1i7KZOdNsoc0Ho+hnmOL6NeN/26F7B4wrjmAOw+I='],
  [9, '79439e8f1e3c6bb04a44cfd586933c53dd88deab8f51d5b2690cd15c6f5c1a7c', 'CQkJCQkJCQkJCQkJb0HPYsxNbWqswZtzMQ4xPiCMp8C804s9+KxJQ+YGQV8QRKfREcW0g1LNMplVHyIZh0KE+eJS'],
  [10, '2a3570bfd06f135b9fa711122391854a45c6d67a7f89471be94ca40d105aaaa4', 'CQkJCQkJCQkJCQkJiI+tOIjveZQcjmsD+0b/ZCCPp8Cu09TdcL6dNKz2g7q0v2azyYlfp+NAA9ZwEI2Q4Kngw+I='],
  [11, '95e5053ecc3c953d93362ac33ed0de0152750e87d10d7b753cbf7f98092b7572', 'CQkJCQkJCQkJCQkJSbzdSuuneAJshjBaCied2SCOp8BqU2XB+q57N66m7POGAlHH4N2xt1oWnJWTAS3c0OU='],
] as const

test('a payload that was deflated alone opens to its exact bytes', () => {
  assert.equal(openPayload(which, Buffer.from(ALONE, 'base64'), dataKey), PAYLOAD)
})

test('a payload opens with the dictionary that it names, and no dictionary ever changes', () => {
  assert.deepEqual(
    [...DICTIONARIES].map(([number, bytes]) => [number, sha256(bytes)]),
    WRITTEN.map(([number, hash]) => [number, hash]),
  )
  for (const [, , written] of WRITTEN)
    assert.equal(openPayload(which, Buffer.from(written, 'base64'), dataKey), PAYLOAD)
})

test('a payload whose dictionary this version lacks is refused, not read wrongly', () => {
  const plain = Buffer.concat([Buffer.of(0b111, 250), deflateRawSync(PAYLOAD)])
  const column = encryptColumn(plain, dataKey, ID, random)
  assert.throws(() => openPayload(which, column, dataKey), /dictionary 250/)
  const nameless = encryptColumn(Buffer.of(0b111), dataKey, ID, random)
  assert.throws(() => openPayload(which, nameless, dataKey), /dictionary 0/)
})

test('no deflated text begins like one that names a dictionary', () => {
  const texts = [PAYLOAD, '', 'a', ...examples().map(({ payload }) => payload)]
  for (const text of texts) {
    for (const level of [0, 1, 6, 9])
      assert.notEqual((deflateRawSync(text, { level })[0] ?? 0) & 0b110, 0b110)
  }
})

test('every example of every type comes back byte for byte, at less than half of what it takes alone', () => {
  const sizes = new Map(TIPOS_DTE.map((tipo) => [tipo, { alone: 0, with: 0 }]))
  for (const { tipoDte, payload } of examples()) {
    const filing = { ...which, payload }
    const column = encryptPayload(filing, { dataKey, random }, DICTIONARY_OF[tipoDte])
    assert.equal(openPayload(which, column, dataKey), payload)
    const size = sizes.get(tipoDte)
    if (!size) throw new Error(`no ${tipoDte}`)
    size.with += column.length
    size.alone += encryptPayload(filing, { dataKey, random }).length
  }
  for (const [tipo, size] of sizes) {
    assert.ok(size.with > 0, `no example of ${tipo}`)
    assert.ok(size.with < size.alone / 2, `${tipo}: ${size.with} of ${size.alone}`)
  }
})

test('a type is written with the dictionary that makes its examples smallest', () => {
  const sizeOf = (tipo: string, number: number) =>
    examples()
      .filter(({ tipoDte }) => tipoDte === tipo)
      .map(
        ({ payload }) => encryptPayload({ ...which, payload }, { dataKey, random }, number).length,
      )
      .reduce((sum, length) => sum + length, 0)
  for (const tipo of TIPOS_DTE) {
    const sizes = [...DICTIONARIES.keys()].map((number) => [sizeOf(tipo, number), number] as const)
    const [smallest] = sizes.toSorted(([a], [b]) => a - b)
    assert.equal(smallest?.[1], DICTIONARY_OF[tipo], tipo)
  }
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Of all types, as they are signed. */
let read: ReturnType<typeof readExamples> | undefined
function examples() {
  read ??= readExamples()
  return read
}
function readExamples() {
  return listGoldens()
    .filter(({ rejected }) => !rejected)
    .map(({ request: { tipoDte }, file }) => {
      return { tipoDte, payload: JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))) }
    })
}
