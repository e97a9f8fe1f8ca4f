import assert from 'node:assert/strict'
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { certificado, newKeys, PASSWORD, type Parts, partsOf } from './certificado.fixture.ts'
import { type CertificateRefusal, CertificateRefused, readCertificadoMH } from './index.ts'

const keys = newKeys()
const parts = partsOf(keys.publicKey, keys.privateKey)

function refusal(file: Uint8Array | string, password = PASSWORD): CertificateRefused {
  try {
    readCertificadoMH(file, password)
  } catch (error) {
    assert.ok(error instanceof CertificateRefused, inspect(error))
    return error
  }
  return assert.fail('the certificate was taken')
}

function der(key: KeyObject, type: 'spki' | 'pkcs8' | 'pkcs1'): string {
  return key.export({ type: type as 'pkcs1', format: 'der' }).toString('base64')
}

function padded(bytes: number): Buffer {
  const xml = Buffer.from(certificado(parts))
  return Buffer.concat([xml, Buffer.alloc(bytes - xml.length, ' ')])
}

test('a certificate yields its data and its key', () => {
  const read = readCertificadoMH(certificado(parts), PASSWORD)
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' })
  assert.equal(read.nit, '06140101900019')
  assert.equal(read.nombre, 'LA CEIBA & HIJOS, S.A. DE C.V.')
  assert.equal(read.activo, true)
  assert.equal(read.fingerprint, createHash('sha256').update(spki).digest('hex'))
  assert.equal(read.publicKeyPem, keys.publicKey.export({ type: 'spki', format: 'pem' }))
  assert.deepEqual(read.privateKey, keys.privateKey.export({ format: 'jwk' }))
  assert.equal(read.validFrom.toISOString(), '2026-01-01T00:00:00.611Z')
  assert.equal(read.validTo.toISOString(), '2030-12-31T00:00:00.611Z')
})

test('bytes, a byte order mark, a declaration and broken base64 lines change nothing', () => {
  const broken = parts.publicKey.replace(/.{64}/g, '$&\n')
  const xml = `<?xml version="1.0"?>\n${certificado({ ...parts, publicKey: broken })}\n`
  const read = readCertificadoMH(Buffer.from(`\uFEFF${xml}`), PASSWORD)
  assert.deepEqual(read, readCertificadoMH(certificado(parts), PASSWORD))
})

test('attributes, instructions, comments and the NIT of a person change nothing', () => {
  const odd = { nit: '<?a b?>0614<!-- c -->01019', organizationName: 'ñ'.repeat(250) }
  const xml = certificado({ ...parts, ...odd }).replaceAll(/<(nit|activo|_id)>/g, '<$1 a="b">')
  const read = readCertificadoMH(xml, PASSWORD)
  assert.equal(read.nit, '061401019')
  assert.equal(read.nombre, odd.organizationName)
})

test('both encodings of validity give the same instant', () => {
  const nested = (seconds: number) => `<nano>7000000</nano><epochSecond>${seconds}</epochSecond>`
  const xml = certificado({ ...parts, notBefore: nested(1767225600), notAfter: nested(1924905600) })
  const read = readCertificadoMH(xml, PASSWORD)
  assert.equal(read.validFrom.toISOString(), '2026-01-01T00:00:00.007Z')
  assert.equal(read.validTo.toISOString(), '2030-12-31T00:00:00.007Z')
})

test('an expired certificate is read, with its end', () => {
  const xml = certificado({ ...parts, notBefore: '1000000000', notAfter: '1100000000.5' })
  assert.equal(readCertificadoMH(xml, PASSWORD).validTo.toISOString(), '2004-11-09T11:33:20.500Z')
})

test('a certificate without an organisation gets the person’s name', () => {
  const xml = certificado({ ...parts, organizationName: '' })
  assert.equal(readCertificadoMH(xml, PASSWORD).nombre, 'ANA LÓPEZ')
})

test('a password with any difference is wrong', () => {
  const wrong = ['', `${PASSWORD} `, PASSWORD.toLowerCase(), parts.clave, 'x'.repeat(100_000)]
  for (const password of wrong) {
    assert.equal(refusal(certificado(parts), password).reason, 'wrong_password')
  }
})

const other = newKeys()
const small = newKeys(1024)

/** Well-formed but unusable: a wrong size is refused before anything is computed with it. */
function unusable(bits: number): Partial<Parts> {
  const modulus = Buffer.alloc(Math.ceil(bits / 8), 0xff)
  modulus[0] = 0xff >> (modulus.length * 8 - bits)
  const rest = ['d', 'p', 'q', 'dp', 'dq', 'qi'].map((name) => [
    name,
    Buffer.alloc(name === 'd' ? 255 : 128, 0x7f).toString('base64url'),
  ])
  const key = { kty: 'RSA', e: 'AQAB', n: modulus.toString('base64url') }
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: { ...key, ...Object.fromEntries(rest) },
  })
  return partsOf(createPublicKey(privateKey), privateKey)
}
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 })

// biome-ignore format: a table
const WRONG_PARTS: readonly (readonly [string, CertificateRefusal, Partial<Parts>])[] = [
  ['an inactive certificate',            'inactive',        { activo: 'false' }],
  ['an unknown state',                   'not_certificate', { activo: 'TRUE' }],
  ['a NIT with hyphens',                 'not_certificate', { nit: '0614-010190-001-9' }],
  ['a NIT of thirteen digits',           'not_certificate', { nit: '0614010190001' }],
  ['a NIT of ten digits',                'not_certificate', { nit: '0614010190' }],
  ['a NIT with a letter before it',      'not_certificate', { nit: 'x06140101900019' }],
  ['a NIT twice',                        'not_certificate', { nit: '06140101900019</nit><nit>06140101900019' }],
  ['a NIT with an element in it',        'not_certificate', { nit: '<a>06140101900019</a>' }],
  ['a NIT of numeric references',        'not_certificate', { nit: '&#48;6140101900019' }],
  ['a state with a letter before it',    'not_certificate', { activo: 'xtrue' }],
  ['a state with a letter behind it',    'not_certificate', { activo: 'truex' }],
  ['a hash of another length',           'not_certificate', { clave: 'ab' }],
  ['a hash with a digit before it',      'not_certificate', { clave: `0${parts.clave}` }],
  ['a hash with a digit behind it',      'not_certificate', { clave: `${parts.clave}0` }],
  ['a name of 251 letters',              'not_certificate', { organizationName: 'ñ'.repeat(251) }],
  ['a name over two lines',              'not_certificate', { organizationName: 'LA CEIBA\nE HIJOS' }],
  ['a name twice',                       'not_certificate', { organizationName: 'A</organizationName><organizationName>B' }],
  ['no end of validity',                 'not_certificate', { notAfter: '' }],
  ['an end before the beginning',        'not_certificate', { notAfter: '1767225600.610' }],
  ['an end at the beginning',            'not_certificate', { notAfter: parts.notBefore }],
  ['an instant of twelve digits',        'not_certificate', { notAfter: '192490560000' }],
  ['an instant of ten decimals',         'not_certificate', { notAfter: '1924905600.6110000000' }],
  ['an instant with a sign',             'not_certificate', { notBefore: '-1767225600' }],
  ['nanoseconds of ten digits',          'not_certificate', { notAfter: '<nano>1000000000</nano><epochSecond>1924905600</epochSecond>' }],
  ['nanoseconds with a sign',            'not_certificate', { notAfter: '<nano>-1</nano><epochSecond>1924905600</epochSecond>' }],
  ['seconds of twelve digits',           'not_certificate', { notAfter: '<nano>1</nano><epochSecond>192490560000</epochSecond>' }],
  ['seconds with a sign',                'not_certificate', { notBefore: '<nano>1</nano><epochSecond>-1767225600</epochSecond>' }],
  ['an instant in exponents',            'not_certificate', { notAfter: '1.9e9' }],
  ['seconds without nanoseconds',        'not_certificate', { notAfter: '<epochSecond>1924905600</epochSecond>' }],
  ['a private key that is not base64',   'not_certificate', { privateKey: '***' }],
  ['a private key behind another sign',  'not_certificate', { privateKey: `*${parts.privateKey}` }],
  ['a private key before another sign',  'not_certificate', { privateKey: `${parts.privateKey}*` }],
  ['a private key that is not a key',    'key_unreadable',  { privateKey: 'AAAA' }],
  ['a private key in PKCS#1',            'key_unreadable',  { privateKey: der(keys.privateKey, 'pkcs1') }],
  ['a public key that is not a key',     'key_unreadable',  { publicKey: 'AAAA' }],
  ['a private key in the public place',  'key_unreadable',  { publicKey: parts.privateKey }],
  ['the public key of another',          'key_mismatch',    { publicKey: der(other.publicKey, 'spki') }],
  ['a pair of 1024 bits',                'key_size',        partsOf(small.publicKey, small.privateKey)],
  ['a pair of 2047 bits',                'key_size',        unusable(2047)],
  ['a pair of 2048 bits that is none',   'key_mismatch',    unusable(2048)],
  ['a pair of 4096 bits that is none',   'key_mismatch',    unusable(4096)],
  ['a pair of 4097 bits',                'key_size',        unusable(4097)],
  ['an elliptic pair',                   'key_size',        partsOf(ec.publicKey, ec.privateKey)],
  ['an elliptic public key',             'key_size',        { publicKey: der(ec.publicKey, 'spki') }],
  ['an RSA-PSS private key',             'key_size',        { privateKey: der(pss.privateKey, 'pkcs8') }],
  ['an RSA-PSS pair',                    'key_size',        partsOf(pss.publicKey, pss.privateKey)],
]

for (const [what, reason, wrong] of WRONG_PARTS) {
  test(`${what} is refused: ${reason}`, () => {
    assert.equal(refusal(certificado({ ...parts, ...wrong })).reason, reason)
  })
}

test('the key that cannot be read is named', () => {
  for (const name of ['privateKey', 'publicKey']) {
    const { element } = refusal(certificado({ ...parts, [name]: 'AAAA' }))
    assert.equal(element, `${name}/encodied`)
  }
})

const OF = 'certificado/basicEstructure'
// biome-ignore format: a table
const ELEMENTS: readonly (readonly [element: string, wrong: Partial<Parts>])[] = [
  ['nit',                                { nit: '1' }],
  ['activo',                             { activo: 'si' }],
  ['publicKey/encodied',                 { publicKey: '***' }],
  ['privateKey/encodied',                { privateKey: '***' }],
  ['privateKey/clave',                   { clave: 'ab' }],
  [`${OF}/subject/organizationName`,     { organizationName: 'ñ'.repeat(251) }],
  [`${OF}/validity/notBefore`,           { notBefore: 'ayer' }],
  [`${OF}/validity/notAfter`,            { notAfter: 'ayer' }],
  [`${OF}/validity/notAfter/nano`,       { notAfter: '<nano>x</nano><epochSecond>1924905600</epochSecond>' }],
  [`${OF}/validity/notAfter/epochSecond`, { notAfter: '<nano>1</nano><epochSecond>x</epochSecond>' }],
  [`${OF}/validity`,                     { notAfter: parts.notBefore }],
]

for (const [element, wrong] of ELEMENTS) {
  test(`an owner is told to look at ${element}`, () => {
    const refused = refusal(certificado({ ...parts, ...wrong }))
    assert.deepEqual([refused.reason, refused.element], ['not_certificate', element])
  })
}

// biome-ignore format: a table
const SAID: readonly (readonly [CertificateRefusal, string])[] = [
  ['too_large',       'El archivo pesa más de 256 KiB: no es un certificado del Ministerio de Hacienda.'],
  ['not_xml',         'El archivo no es XML en UTF-8: entréguelo tal como lo descargó del Ministerio de Hacienda.'],
  ['doctype',         'El archivo declara un DOCTYPE o entidades, que un certificado nunca lleva.'],
  ['not_certificate', 'El archivo no tiene la forma de un CertificadoMH: revise a/b.'],
  ['inactive',        'El certificado no está activo: descargue el vigente del portal del Ministerio de Hacienda.'],
  ['wrong_password',  'La contraseña no es la de la llave privada de este certificado.'],
  ['key_unreadable',  'El certificado trae una llave que no se puede leer: revise a/b.'],
  ['key_size',        'La llave del certificado debe ser RSA de 2048 a 4096 bits.'],
  ['key_mismatch',    'La llave pública y la privada del certificado no son pareja.'],
]

for (const [reason, words] of SAID) {
  test(`the owner is told why a file is refused: ${reason}`, () => {
    const names = reason === 'not_certificate' || reason === 'key_unreadable'
    const refused = new CertificateRefused(reason, names ? 'a/b' : null)
    assert.equal(refused.message, words)
    assert.deepEqual([refused.reason, refused.element], [reason, names ? 'a/b' : null])
  })
}

test('a private key that makes invalid signatures is refused although its public half is right', () => {
  const jwk = keys.privateKey.export({ format: 'jwk' })
  const pkcs8 = Buffer.from(parts.privateKey, 'base64')
  for (const component of [jwk.d, jwk.p]) {
    const at = pkcs8.indexOf(Buffer.from(component ?? '', 'base64url')) + 8
    pkcs8.writeUInt8(pkcs8.readUInt8(at) ^ 1, at)
  }
  const damaged = certificado({ ...parts, privateKey: pkcs8.toString('base64') })
  assert.equal(refusal(damaged).reason, 'key_mismatch')
})

test('a private key that cannot sign at all, with an even prime, is refused the same', () => {
  const { p = '' } = keys.privateKey.export({ format: 'jwk' })
  const prime = Buffer.from(p, 'base64url')
  const pkcs8 = Buffer.from(parts.privateKey, 'base64')
  const last = pkcs8.indexOf(prime) + prime.length - 1
  pkcs8.writeUInt8(pkcs8.readUInt8(last) & 0xfe, last)
  const damaged = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  assert.throws(() => sign('sha512', Buffer.from('x'), damaged))
  const { reason } = refusal(certificado({ ...parts, privateKey: pkcs8.toString('base64') }))
  assert.equal(reason, 'key_mismatch')
})

// biome-ignore format: a table
const NOT_CERTIFICATES: readonly (readonly [string, CertificateRefusal, string | Uint8Array])[] = [
  ['nothing',                     'not_xml',         ''],
  ['a text',                      'not_xml',         'hola'],
  ['JSON',                        'not_xml',         '{"nit":"06140101900019"}'],
  ['a cut file',                  'not_xml',         certificado(parts).slice(0, -20)],
  ['two roots',                   'not_xml',         certificado(parts) + certificado(parts)],
  ['bytes that are not UTF-8',    'not_xml',         Buffer.from('<CertificadoMH>\xD1</CertificadoMH>', 'latin1')],
  ['UTF-16',                      'not_xml',         Buffer.from(`\uFEFF${certificado(parts)}`, 'utf16le')],
  ['an X.509 certificate',        'not_xml',         '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  ['another document',            'not_certificate', '<factura><nit>06140101900019</nit></factura>'],
  ['a certificate inside',        'not_certificate', `<a>${certificado(parts)}</a>`],
  ['a holder without a name',     'not_certificate', certificado(parts).replace(/<organizationName>.*<\/organizationName>/, '')],
  ['an empty certificate',        'not_certificate', '<CertificadoMH/>'],
  ['members of every object',     'not_xml',         '<CertificadoMH><__proto__><nit>1</nit></__proto__></CertificadoMH>'],
  ['an external entity',          'doctype',         `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${certificado({ ...parts, organizationName: '&x;' })}`],
  ['a bomb of entities',          'doctype',         `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(1000)}">]>${certificado({ ...parts, organizationName: '&x;'.repeat(1000) })}`],
  ['an empty DOCTYPE',            'doctype',         `<!doctype CertificadoMH>${certificado(parts)}`],
  ['one byte over 256 KiB',       'too_large',       padded(256 * 1024 + 1)],
  ['letters that weigh over it',  'too_large',       'ñ'.repeat(128 * 1024 + 1)],
  ['forty thousand nested tags',  'not_xml',         '<a>'.repeat(40_000)],
  ['tags nested 33 deep',         'not_certificate', '<a>'.repeat(33) + '</a>'.repeat(33)],
  ['tags nested 34 deep',         'not_xml',         '<a>'.repeat(34) + '</a>'.repeat(34)],
  ['closed nested tags',          'not_xml',         '<a>'.repeat(10_000) + '</a>'.repeat(10_000)],
]

for (const [what, reason, file] of NOT_CERTIFICATES) {
  test(`${what}: ${reason}`, () => assert.equal(refusal(file).reason, reason))
}

test('a file of exactly 256 KiB is read', () => {
  assert.equal(readCertificadoMH(padded(256 * 1024), PASSWORD).nit, parts.nit)
})

test('no refusal discloses any part of the password or the private key', () => {
  const secrets = [PASSWORD, parts.privateKey.slice(100, 140), parts.clave.slice(0, 20)]
  const files = [
    ...WRONG_PARTS.map(([, , wrong]) => certificado({ ...parts, ...wrong })),
    certificado(parts).replace('</privateKey>', ''),
    certificado(parts).replace('<clave>', '&'),
  ]
  for (const file of files) {
    const shown = inspect(refusal(file), { depth: null, showHidden: true })
    for (const secret of secrets) assert.ok(!shown.includes(secret), shown)
  }
  assert.ok(!inspect(refusal(certificado(parts), 'otra-Contraseña-9')).includes('otra'))
})
