/** Imports the ministry's certificate: afterwards the private key exists only inside a vault. */
import type { Ambiente } from '@sello/contract'
import {
  type CertificadoMH,
  CertificateRefused,
  createVault,
  readCertificadoMH,
  WeakPassphrase,
  wrapForPassphrase,
} from '@sello/vault'
import { transaction } from '../../base/db/tx.ts'
import { packEncrypted } from '../../base/secrets/secrets.ts'
import { insertVault, ownerWrapId } from '../../ledger/companies/vaults.ts'
import { type Admin, companyOf, refuse } from './admin.ts'
import { inTurn } from './passphrase.ts'

export interface CertificateImport {
  readonly ambiente: Ambiente
  /** The file that the ministry issues. */
  readonly xml: Uint8Array
  /** The password of the file's private key. */
  readonly password: string
  /** The owner's passphrase: needed again only to mint another signing key. */
  readonly passphrase: string
}

export interface ImportedCertificate {
  readonly fingerprint: string
  readonly nombre: string
  readonly validFrom: Date
  readonly validTo: Date
  readonly publicKeyPem: string
}

/**
 * After this, signing keys can be minted for the environment. Retires a previous vault together with its keys'
 * right to sign. Refuses another NIT's certificate, an expired one, a wrong password, and a weak passphrase.
 */
export async function importCertificate(
  admin: Admin,
  nit: string,
  given: CertificateImport,
): Promise<ImportedCertificate> {
  const company = await companyOf(admin, nit)
  const certificate = readCertificate(given)
  if (certificate.nit !== company.nit) {
    refuse(
      'certificado',
      `El certificado es del NIT ${certificate.nit} y la empresa es ${company.nit}.`,
    )
  }
  const now = admin.clock.now()
  if (certificate.validFrom > now) {
    const from = certificate.validFrom.toISOString().slice(0, 10)
    refuse('certificado', `El certificado vale desde el ${from}. Impórtelo entonces.`)
  }
  if (certificate.validTo <= now) {
    refuse(
      'certificado',
      `El certificado venció el ${certificate.validTo.toISOString().slice(0, 10)}.`,
    )
  }
  await storeVault(admin, company.companyId, given, certificate, now)
  const { fingerprint, nombre, validFrom, validTo, publicKeyPem } = certificate
  return { fingerprint, nombre, validFrom, validTo, publicKeyPem }
}

function readCertificate({ xml, password }: CertificateImport): CertificadoMH {
  try {
    return readCertificadoMH(xml, password)
  } catch (error) {
    if (error instanceof CertificateRefused) {
      refuse(error.reason === 'wrong_password' ? 'contrasena' : 'certificado', error.message)
    }
    throw error
  }
}

async function storeVault(
  admin: Admin,
  companyId: string,
  { ambiente, passphrase }: CertificateImport,
  certificate: CertificadoMH,
  now: Date,
): Promise<void> {
  const { bytes, uuid } = admin.random
  const vaultId = uuid()
  const { key, dataKey } = createVault({
    privateKeyJwk: certificate.privateKey,
    random: bytes,
    id: vaultId,
  })
  const wrapping = { id: ownerWrapId(vaultId), cost: admin.passphraseCost, random: bytes }
  const owner = await inTurn(admin, () => wrapForPassphrase(dataKey, passphrase, wrapping))
    .catch((error: unknown) => {
      if (error instanceof WeakPassphrase) refuse('passphrase', error.message)
      throw error
    })
    .finally(() => dataKey.fill(0))
  const vault = {
    ...{ companyId, vaultId, ambiente, certificate, now },
    privateKey: packEncrypted(key),
    ...{ ...owner, wrap: packEncrypted(owner.wrap) },
  }
  await transaction(admin.pool, (tx) => insertVault(tx, vault))
}
