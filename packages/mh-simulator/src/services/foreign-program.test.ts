/** A program that shares nothing with this repository: a library's signature, and documents of the earlier structures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactSign, importPKCS8 } from 'jose'
import { type Draft, factura } from '../../test/documentos.ts'
import { type Ministry, PASSWORD, startMinistry } from '../../test/ministry.ts'

const OTRO_NIT = '06140101900019'

interface Program {
  readonly documento: () => Draft
  readonly transmit: (documento: Draft, jws?: string) => Promise<Draft>
  readonly sign: (documento: Draft, alg?: string) => Promise<string>
}

/** With a certificate that the simulator made over HTTP, its key read as any program would. */
async function startProgram({ post, login }: Ministry): Promise<Program> {
  const made = await post('/_sim/certificates', {
    ...{ nit: OTRO_NIT, nombre: 'Programa ajeno', password: PASSWORD, keyPassword: 'Llave-1' },
  })
  assert.equal(made.status, 201)
  const [, der] = /<privateKey>.*?<encodied>([^<]+)/s.exec(made.body.certificadoMH) ?? []
  const pem = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----`
  const authorization = await login(OTRO_NIT)
  const sign: Program['sign'] = async (documento, alg = 'RS512') => {
    const text = new TextEncoder().encode(JSON.stringify(documento))
    return new CompactSign(text).setProtectedHeader({ alg }).sign(await importPKCS8(pem, alg))
  }
  return {
    sign,
    documento: () => {
      const { emisor, ...rest } = factura()
      return { ...rest, emisor: { ...emisor, nit: OTRO_NIT } }
    },
    transmit: async (documento, jws) => {
      const { ambiente, version, tipoDte, codigoGeneracion } = documento.identificacion
      const envelope = { ambiente, idEnvio: 1, version, tipoDte, codigoGeneracion }
      const signed = jws ?? (await sign(documento))
      const body = { ...envelope, documento: signed }
      return (await post('/fesv/recepciondte', body, { authorization })).body
    },
  }
}

test('what a JOSE library signs is sealed; another document under its signature is not', async (t) => {
  const { documento, sign, transmit } = await startProgram(await startMinistry(t))
  const sold = documento()
  const { estado, selloRecibido } = await transmit(sold)
  assert.equal(estado, 'PROCESADO')
  assert.match(selloRecibido, /^[0-9A-Z]{40}$/)

  const [altered, ofAnother] = [documento(), await sign(documento())]
  const [header, , signature] = ofAnother.split('.')
  const payload = Buffer.from(JSON.stringify(altered)).toString('base64url')
  const forged = await transmit(altered, [header, payload, signature].join('.'))
  assert.deepEqual([forged.estado, forged.codigoMsg], ['RECHAZADO', '802'])
  const weaker = await transmit(altered, await sign(altered, 'RS256'))
  assert.deepEqual([weaker.estado, weaker.codigoMsg], ['RECHAZADO', '802'])
  assert.equal((await transmit(altered)).estado, 'PROCESADO')
})

test('a Factura of version 1 is told every member that version 2 has moved', async (t) => {
  const { documento, transmit } = await startProgram(await startMinistry(t))
  const sold = documento()
  sold.identificacion.version = 1
  delete sold.emisor.direccion.distrito
  delete sold.receptor.direccion.distrito
  Object.assign(sold.emisor, {
    ...{ tipoEstablecimiento: '01', codEstableMH: null, codPuntoVentaMH: null },
  })
  const { ivaRete, observaciones, ...resumen } = sold.resumen
  const earlier = { ...resumen, ivaRete1: ivaRete, reteRenta: 0 }
  const answer = await transmit({ ...sold, resumen: earlier, extension: null })
  assert.equal(answer.codigoMsg, '096')
  assert.deepEqual(answer.observaciones, [
    'Campo #/identificacion/version no cumple el formato requerido',
    'Campo #/emisor/direccion/distrito es requerido',
    'Campo #/emisor/tipoEstablecimiento no es permitido',
    'Campo #/emisor/codEstableMH no es permitido',
    'Campo #/emisor/codPuntoVentaMH no es permitido',
    'Campo #/receptor/direccion/distrito es requerido',
    'Campo #/resumen/observaciones es requerido',
    'Campo #/resumen/ivaRete es requerido',
    'Campo #/resumen/ivaRete1 no es permitido',
    'Campo #/resumen/reteRenta no es permitido',
    'Campo #/extension no es permitido',
  ])
})
