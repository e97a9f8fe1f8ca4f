/**
 * Offline verification of a document's file, independent of the issuing service: the signature over the exact
 * bytes, the format of numbers, the sums, the seal.
 */
import { VERSIONS } from '../generated/versions.ts'
import type { Finding } from './finding.ts'
import { membersOf, shown } from './members.ts'
import { nitOf, type ReadFile, readDocumentFile } from './read.ts'
import { type Certificate, checkSignature } from './signature.ts'
import { checkSums } from './sums.ts'

/** A document's own data, which its printed copy must also have. */
export interface VerifiedFacts {
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly ambiente: string
  readonly fecEmi: string
  readonly nit: string
  readonly selloRecibido: string | null
  readonly totalPagar: number | null
}

export interface Verification {
  readonly good: boolean
  /** Every problem at once. */
  readonly findings: readonly Finding[]
  /** Null if the file cannot be read. */
  readonly facts: VerifiedFacts | null
}

export interface VerifyOptions {
  /** The keys that may have signed it: the issuer's, including past ones. */
  readonly certificates: readonly Certificate[]
  /** Whether a file without a seal passes, such as one still to be transmitted. */
  readonly withoutSeal?: boolean
}

const NUMERO_CONTROL = /^DTE-(\d{2})-[A-Z0-9]{8}-\d{15}$/
const UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const HOUR = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
/** 40 capitals and digits. Source: the ministry's samples. */
const SEAL = /^[A-Z0-9]{40}$/

/** Verifies the text of `archivoDte` or `archivoJson` and reports every problem. */
export async function verifyDocument(text: string, options: VerifyOptions): Promise<Verification> {
  const read = readDocumentFile(text)
  if ('findings' in read) return { good: false, findings: read.findings, facts: null }
  const { file } = read
  const signed = await checkSignature(file.jws, options.certificates)
  const facts = factsOf(file)
  const findings = [
    ...('finding' in signed ? [signed.finding] : checkCertificate(signed.certificate, facts)),
    ...checkIdentity(file, facts),
    ...checkSeal(file, options.withoutSeal ?? false),
    ...checkSums(file.documento),
  ]
  return { good: findings.length === 0, findings, facts }
}

/** None for a type that does not exist. */
const versionsOf = (tipoDte: string): readonly unknown[] =>
  Object.hasOwn(VERSIONS, tipoDte) ? (VERSIONS[tipoDte] ?? []) : []

function factsOf({ documento, selloRecibido }: ReadFile): VerifiedFacts {
  const id = membersOf(documento.identificacion)
  const emisor = membersOf(documento.emisor)
  const resumen = membersOf(documento.resumen)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    tipoDte: text(id.tipoDte),
    numeroControl: text(id.numeroControl),
    codigoGeneracion: text(id.codigoGeneracion),
    ambiente: text(id.ambiente),
    fecEmi: text(id.fecEmi),
    nit: nitOf(emisor) ?? '',
    selloRecibido,
    totalPagar: typeof resumen.totalPagar === 'number' ? resumen.totalPagar : null,
  }
}

function checkIdentity({ documento }: ReadFile, facts: VerifiedFacts): readonly Finding[] {
  const id = membersOf(documento.identificacion)
  const { tipoDte, numeroControl, codigoGeneracion, ambiente, fecEmi } = facts
  const findings: Finding[] = []
  const refuse = (code: Finding['code'], message: string) => void findings.push({ code, message })
  if (!versionsOf(tipoDte).includes(id.version)) {
    const version = shown(id.version)
    refuse('version', `la versión ${version} no es de un documento de tipo ${shown(tipoDte)}.`)
  }
  if (NUMERO_CONTROL.exec(numeroControl)?.[1] !== tipoDte) {
    const said = shown(numeroControl)
    refuse('control_number', `el número de control ${said} no tiene la forma de su tipo.`)
  }
  if (!UUID.test(codigoGeneracion)) {
    refuse(
      'generation_code',
      `el código de generación ${shown(codigoGeneracion)} no es un UUID 4 en mayúsculas.`,
    )
  }
  if (ambiente !== '00' && ambiente !== '01')
    refuse('environment', `no existe el ambiente ${shown(ambiente)}.`)
  const isDay = DAY.test(fecEmi) && new Date(`${fecEmi}T00:00:00Z`).toISOString().startsWith(fecEmi)
  if (!isDay || typeof id.horEmi !== 'string' || !HOUR.test(id.horEmi)) {
    refuse('date', `la fecha ${shown(fecEmi)} ${shown(id.horEmi)} no existe.`)
  }
  if (!/^(\d{9}|\d{14})$/.test(facts.nit)) refuse('issuer', 'el emisor no tiene un NIT.')
  return findings
}

function checkSeal({ kind, selloRecibido }: ReadFile, withoutSeal: boolean): readonly Finding[] {
  if (kind === 'archivoJson' || selloRecibido === null || selloRecibido === '') {
    const message = 'no lleva el sello de Hacienda: sin él no es un documento tributario.'
    return withoutSeal ? [] : [{ code: 'seal_missing', message }]
  }
  if (SEAL.test(selloRecibido)) return []
  return [{ code: 'seal_form', message: 'el sello no tiene la forma de uno de Hacienda.' }]
}

/** El Salvador is at UTC-6 all year. */
function checkCertificate(certificate: Certificate, facts: VerifiedFacts): readonly Finding[] {
  const { nit, ambiente, validFrom, validTo } = certificate
  const findings: Finding[] = []
  if (nit !== undefined && nit !== facts.nit) {
    findings.push({
      code: 'issuer',
      message: `lo firmó el NIT ${nit} y dice ser de ${shown(facts.nit)}.`,
    })
  }
  if (ambiente !== undefined && ambiente !== facts.ambiente) {
    findings.push({ code: 'environment', message: 'lo firmó la llave del otro ambiente.' })
  }
  const begins = Date.parse(`${facts.fecEmi}T00:00:00-06:00`)
  const isEarly = validFrom !== undefined && begins + 86_400_000 <= Date.parse(validFrom)
  const isLate = validTo !== undefined && begins > Date.parse(validTo)
  if (isEarly || isLate) {
    findings.push({
      code: 'certificate',
      message: `el certificado no valía el ${shown(facts.fecEmi)}.`,
    })
  }
  return findings
}
