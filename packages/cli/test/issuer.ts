/** A company whose administration is tested, with the files that its commands read. */
import { writeFile } from 'node:fs/promises'
import { issueCertificadoMH } from '@sello/mh-simulator'
import type { Folder } from './cli.ts'

export const NIT = '06140101900019'
export const NOMBRE = 'Ferretería El Clavo'
export const OF = ['--nit', NIT]
export const POS = ['--establishment-code', 'M001', '--pos-code', 'P001']
/** Of the machine's clock, in El Salvador. */
export const YEAR = new Date(Date.now() - 6 * 3_600_000).getUTCFullYear()

/** Writes `certificado.crt`, its password `clave` and a passphrase `frase`. */
export async function writeSigning(folder: Folder): Promise<void> {
  const validity = { validFrom: new Date('2026-01-01'), validTo: new Date('2036-01-01') }
  const { xml } = issueCertificadoMH({ nit: NIT, nombre: NOMBRE, password: 'clave', ...validity })
  await writeFile(folder.in('certificado.crt'), xml)
  await writeFile(folder.in('clave'), 'clave')
  await writeFile(folder.in('frase'), 'una frase larga que nadie adivina')
}
