import assert from 'node:assert/strict'
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import { test } from 'node:test'
import { hasReference, readReference } from '../../test/reference.ts'
import { issueCertificadoMH, seededRandom } from '../index.ts'
import { publicKeyOf } from './public-key.ts'

const REQUEST = {
  nit: '06142803901121',
  nombre: 'Tienda & <Hermanos>, S.A.',
  password: 'Clave-Ñandú-2026',
  validFrom: new Date('2026-01-01T00:00:00.611Z'),
  validTo: new Date('2030-12-31T00:00:00.000Z'),
}

const within = (xml: string, element: string): string =>
  new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(xml)?.[1] ?? ''

test('the file carries an RSA pair of 2048 bits and the hash of the private password', () => {
  const { xml, publicKeyPem } = issueCertificadoMH(REQUEST)
  assert.match(xml, /^<CertificadoMH><_id>[0-9a-f]{24}<\/_id><nit>06142803901121<\/nit><publicKey>/)
  assert.ok(!xml.includes('\n'))
  const half = within(xml, 'privateKey')
  const key = Buffer.from(within(half, 'encodied'), 'base64')
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  assert.equal(privateKey.asymmetricKeyDetails?.modulusLength, 2048)
  const sha512 = createHash('sha512').update(REQUEST.password, 'utf8').digest('hex')
  assert.equal(within(half, 'clave'), sha512)
  const signed = sign('sha512', Buffer.from('x'), privateKey)
  assert.ok(verify('sha512', Buffer.from('x'), publicKeyPem, signed))
  assert.equal(publicKeyOf(xml), publicKeyPem)
  const spki = createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' })
  assert.equal(within(xml, 'subjectPublicKey'), spki.toString('base64'))
})

test('texts are escaped, and nothing of the password but its hash is in the file', () => {
  const { xml } = issueCertificadoMH(REQUEST)
  assert.equal(within(xml, 'organizationName'), 'Tienda &amp; &lt;Hermanos&gt;, S.A.')
  assert.ok(!xml.includes(REQUEST.password))
})

test('both encodings of the validity are written', () => {
  const epoch = within(issueCertificadoMH(REQUEST).xml, 'validity')
  assert.equal(
    epoch,
    '<notBefore>1767225600.611000000</notBefore><notAfter>1924905600.000000000</notAfter>',
  )
  const nested = within(issueCertificadoMH({ ...REQUEST, validity: 'nested' }).xml, 'validity')
  assert.equal(
    nested,
    '<notBefore><nano>611000000</nano><epochSecond>1767225600</epochSecond></notBefore>' +
      '<notAfter><nano>0</nano><epochSecond>1924905600</epochSecond></notAfter>',
  )
})

test('a revoked certificate is marked as revoked', () => {
  assert.equal(within(issueCertificadoMH(REQUEST).xml, 'activo'), 'true')
  assert.equal(within(issueCertificadoMH({ ...REQUEST, activo: false }).xml, 'activo'), 'false')
})

test('the same key and seed give the same file', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const issue = () => issueCertificadoMH({ ...REQUEST, privateKey, random: seededRandom('a') })
  assert.deepEqual(issue(), issue())
})

test('impossible certificate data is refused', () => {
  assert.throws(() => issueCertificadoMH({ ...REQUEST, nit: '0614-280390-112-1' }), RangeError)
  const validTo = REQUEST.validFrom
  assert.throws(() => issueCertificadoMH({ ...REQUEST, validTo }), RangeError)
})

test('the elements are those of the files in circulation, in their order', () => {
  if (!hasReference('the elements of the sample certificates')) return
  const elements = (xml: string) => [...xml.matchAll(/<([\w]+)\/?>/g)].map(([, name]) => name)
  const files = [
    ['epoch', 'samples/certificate/06140101900019.crt'],
    ['nested', 'samples/certificate/06140101900019.nested-validity.crt'],
  ] as const
  for (const [validity, file] of files) {
    const issued = elements(issueCertificadoMH({ ...REQUEST, validity, nrc: '1' }).xml)
    // A file may end with one more empty element, the date of deregistration.
    assert.deepEqual(
      issued.filter((name) => name !== 'fechaDebaja'),
      elements(readReference(file)),
    )
  }
})

/** With a key, since making one takes long. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KNOWN = { ...REQUEST, privateKey }

/** What is the same in every file; the others name a person, an authority, or their addresses. */
// biome-ignore format: a table
const CONSTANT = [
  'version', 'serial', 'algorithm', 'keyType', 'format', 'digitalSignature', 'contentCommintment',
  'dataEncipherment', 'keyAgreement', 'keyCertificateSignature', 'crlSignature', 'encipherOnly',
  'decipherOnly', 'qcEuRetentionPeriod', 'qcType', 'language', 'ca', 'activo',
]

test('what is the same in every file in circulation is the same in an issued one', () => {
  if (!hasReference('the constants of the sample certificates')) return
  const texts = (xml: string, element: string) =>
    [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) => text)
  const sample = readReference('samples/certificate/06140101900019.crt')
  const { xml } = issueCertificadoMH(KNOWN)
  for (const element of CONSTANT) {
    assert.ok(texts(sample, element).length > 0, element)
    assert.deepEqual(texts(xml, element), texts(sample, element), element)
  }
})

test('the subject is the taxpayer, and nobody takes the issuer for the ministry', () => {
  const { xml } = issueCertificadoMH({ ...KNOWN, nrc: '123456-7' })
  const subject = within(xml, 'subject')
  const said = [
    'organizationName',
    'commonName',
    'organizationIdentifier',
    'description',
    'countryName',
  ]

  assert.deepEqual(
    said.map((name) => within(subject, name)),
    [
      ...['Tienda &amp; &lt;Hermanos&gt;, S.A.', 'Tienda &amp; &lt;Hermanos&gt;, S.A.'],
      ...['VATSV-06142803901121', '123456-7', 'EL SALVADOR'],
    ],
  )
  assert.match(within(within(xml, 'issuer'), 'commonName'), /FICTICIO SIN VALIDEZ/)
  assert.match(within(within(xml, 'issuer'), 'organizationalName'), /SIMULADO/)
  for (const name of ['surname', 'givenName', 'organizationUnitName']) {
    assert.match(within(subject, name), /PRUEBA|PERSONA/)
  }
})

test('a NIT has 9 or 14 digits and nothing else, and a validity lasts', () => {
  for (const nit of ['123456789', '12345678901234']) issueCertificadoMH({ ...KNOWN, nit })
  for (const nit of ['', '12345678', '1234567890', '1'.repeat(13), '1'.repeat(15), 'x123456789']) {
    assert.throws(() => issueCertificadoMH({ ...KNOWN, nit }), RangeError, nit)
  }
  const validTo = new Date(REQUEST.validFrom.getTime() + 1)
  assert.match(issueCertificadoMH({ ...KNOWN, validTo }).xml, /<notAfter>1767225600\.612000000</)
})
