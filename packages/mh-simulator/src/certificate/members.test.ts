/** Every member of a certificate's file with its text: a program that reads one meets what the ministry's files have. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { issueCertificadoMH, seededRandom } from '../index.ts'

const MEMBERS = `CertificadoMH/_id <hex>
CertificadoMH/nit 06142803901121
CertificadoMH/publicKey/keyType PUBLIC
CertificadoMH/publicKey/algorithm RSA
CertificadoMH/publicKey/encodied <base64>
CertificadoMH/publicKey/format X.509
CertificadoMH/publicKey/clave <hex>
CertificadoMH/privateKey/keyType PRIVATE
CertificadoMH/privateKey/algorithm RSA
CertificadoMH/privateKey/encodied <base64>
CertificadoMH/privateKey/format PKCS#8
CertificadoMH/privateKey/clave <hex>
CertificadoMH/activo true
CertificadoMH/certificado/basicEstructure/version 2
CertificadoMH/certificado/basicEstructure/serial 1.2.840.113549.1.1.11
CertificadoMH/certificado/basicEstructure/signatureAlgorithm/algorithm Sha256WithRSAEncryption
CertificadoMH/certificado/basicEstructure/signatureAlgorithm/parameters
CertificadoMH/certificado/basicEstructure/issuer/countryName SV
CertificadoMH/certificado/basicEstructure/issuer/localilyName SAN SALVADOR
CertificadoMH/certificado/basicEstructure/issuer/organizationalUnit SIMULADOR
CertificadoMH/certificado/basicEstructure/issuer/organizationalName MINISTERIO SIMULADO
CertificadoMH/certificado/basicEstructure/issuer/commonName CERTIFICADO FICTICIO SIN VALIDEZ
CertificadoMH/certificado/basicEstructure/issuer/organizationIdentifier VATSV-0000-000000-000-0
CertificadoMH/certificado/basicEstructure/validity/notBefore 1767225600.000000000
CertificadoMH/certificado/basicEstructure/validity/notAfter 1924905600.000000000
CertificadoMH/certificado/basicEstructure/subject/countryName EL SALVADOR
CertificadoMH/certificado/basicEstructure/subject/organizationName Tienda
CertificadoMH/certificado/basicEstructure/subject/organizationUnitName FACTURACION DE PRUEBA
CertificadoMH/certificado/basicEstructure/subject/organizationIdentifier VATSV-06142803901121
CertificadoMH/certificado/basicEstructure/subject/surname PRUEBA
CertificadoMH/certificado/basicEstructure/subject/givenName PERSONA
CertificadoMH/certificado/basicEstructure/subject/commonName Tienda
CertificadoMH/certificado/basicEstructure/subject/description
CertificadoMH/certificado/basicEstructure/subjectPublicKeyInfo/algorithmIdenitifier/algorithm RSA
CertificadoMH/certificado/basicEstructure/subjectPublicKeyInfo/algorithmIdenitifier/parameters
CertificadoMH/certificado/basicEstructure/subjectPublicKeyInfo/subjectPublicKey <base64>
CertificadoMH/certificado/extensions/authorityKeyIdentifier/keyIdentifier 00
CertificadoMH/certificado/extensions/subjectKeyIdentifier/keyIdentifier 00
CertificadoMH/certificado/extensions/keyUsage/digitalSignature 1
CertificadoMH/certificado/extensions/keyUsage/contentCommintment 1
CertificadoMH/certificado/extensions/keyUsage/dataEncipherment 0
CertificadoMH/certificado/extensions/keyUsage/keyAgreement 0
CertificadoMH/certificado/extensions/keyUsage/keyCertificateSignature 0
CertificadoMH/certificado/extensions/keyUsage/crlSignature 0
CertificadoMH/certificado/extensions/keyUsage/encipherOnly 0
CertificadoMH/certificado/extensions/keyUsage/decipherOnly 0
CertificadoMH/certificado/extensions/certificatePolicies/policyInformations
CertificadoMH/certificado/extensions/subjectAlternativeNames/rfc822Name facturacion@example.com
CertificadoMH/certificado/extensions/extendedKeyUsage/clientAuth
CertificadoMH/certificado/extensions/extendedKeyUsage/emailProtection
CertificadoMH/certificado/extensions/crlDistributionPoint/distributionPoint/distributionPoint https://example.com/crl
CertificadoMH/certificado/extensions/authorityInfoAccess/accessDescription/accessDescription/accessMethod
CertificadoMH/certificado/extensions/authorityInfoAccess/accessDescription/accessDescription/accessLocation/accessLocation https://example.com/ca.crt
CertificadoMH/certificado/extensions/qualifiedCertificateStatements/qcCompliance
CertificadoMH/certificado/extensions/qualifiedCertificateStatements/qcEuRetentionPeriod 10
CertificadoMH/certificado/extensions/qualifiedCertificateStatements/qcPDS/pdsLocation
CertificadoMH/certificado/extensions/qualifiedCertificateStatements/qcPDS/url https://example.com/pds
CertificadoMH/certificado/extensions/qualifiedCertificateStatements/qcPDS/language ES
CertificadoMH/certificado/extensions/qualifiedCertificateStatements/qcType id-etsi-qct-esign
CertificadoMH/certificado/extensions/basicConstraints/ca false
CertificadoMH/clavePub
CertificadoMH/clavePri
CertificadoMH/verificado
CertificadoMH/fechaVerificacion
CertificadoMH/fechaDebaja`

/** The path and the text of each member without members. */
function membersOf(xml: string): readonly string[] {
  const path: string[] = []
  const members: string[] = []
  for (const [, closed, name = '', isEmpty, text = ''] of xml.matchAll(
    /<(\/?)(\w+)(\/?)>([^<]*)/g,
  )) {
    if (closed) {
      path.pop()
      continue
    }
    path.push(name)
    const next = xml.indexOf(`${path.at(-1)}`)
    assert.ok(next >= 0)
    if (isEmpty || text !== '') members.push(`${path.join('/')} ${text}`.trimEnd())
    if (isEmpty) path.pop()
  }
  return members
}

test('a file has each member at its place, with its text', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { xml } = issueCertificadoMH({
    ...{ nit: '06142803901121', nombre: 'Tienda', password: 'x', privateKey },
    ...{ validFrom: new Date('2026-01-01'), validTo: new Date('2030-12-31') },
    random: seededRandom('a'),
  })
  const shown = membersOf(xml).map((member) =>
    member.replace(/ [0-9a-f]{24,}$/, ' <hex>').replace(/ MII[\w+/=]+$/, ' <base64>'),
  )
  assert.deepEqual(shown, MEMBERS.split('\n'))
})
