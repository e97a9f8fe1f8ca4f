/**
 * From a request to a checked document. Pure: number, code, date and issuer are parameters. Returns all problems at
 * once and throws none.
 */
import type { Autorizacion } from './autorizaciones.ts'
import type { LineaDe } from './cuerpo.ts'
import type { CodigoAmbiente, Emisor } from './documento.ts'
import type { Problem } from './problem.ts'
import { memberOf } from './renglon.ts'
import { checkAutorizaciones, checkResolucion } from './rules/autorizado.ts'
import { mergeProblems } from './rules/merge.ts'
import { checkPeticion } from './rules/peticion.ts'
import { calculate } from './tipos/cuenta.ts'
import { type Documento, type DteRequest, tipoOf } from './tipos/index.ts'
import { calculateLinea } from './tipos/linea.ts'
import type { Identificacion, Version } from './tipos/tipo.ts'
import { versionAt } from './tipos/version.ts'
import { type Antecedentes, readVenta } from './venta.ts'

export interface BuildInput extends Antecedentes {
  readonly request: DteRequest
  readonly emisor: Emisor
  /** The issuer's authorisations from the ministry; absent: none. */
  readonly autorizaciones?: readonly Autorizacion[]
  readonly ambiente: CodigoAmbiente
  /** YYYY-MM-DD and HH:MM:SS, El Salvador time. */
  readonly fecEmi: string
  readonly horEmi: string
  readonly codigoGeneracion: string
  readonly numeroControl: string
  /** Why the document is transmitted later (CAT-005). Absent: the normal model. */
  readonly contingencia?: Contingencia | null
}

export interface Contingencia {
  readonly tipoContingencia: 1 | 2 | 3 | 4 | 5
  readonly motivoContin: string | null
}

export interface Built {
  readonly documento: Documento
  /** Empty: the document may be numbered, signed and sent. */
  readonly problems: readonly Problem[]
}

export function buildDocumento(input: BuildInput): Built {
  const { request, emisor } = input
  const tipo = tipoOf(request.tipoDte)
  const { venta, problems } = readVenta(request, input)
  // Lines that the type does not have are a problem of the request.
  const own = venta.renglones.filter((renglon) => tipo.members[memberOf(renglon)] !== 'forbidden')
  const lineas = own.map((renglon, i) =>
    tipo.linea(renglon, i + 1, calculateLinea(tipo.pasosDeLinea, { renglon, venta })),
  )
  const cuenta = calculate(tipo.pasos, { lineas, venta })
  const documento = tipo.documento({
    identificacion: identificacion(input),
    emisor,
    receptor: venta.receptor,
    venta,
    lineas: lineas as LineaDe<Documento['cuerpoDocumento']>[],
    cuenta,
  })
  const asked = [
    ...problems,
    ...checkPeticion(tipo, { request, cuenta }),
    ...checkAutorizaciones(tipo, request, input.autorizaciones ?? []),
    ...checkResolucion(tipo, venta),
  ]
  return { documento, problems: check(documento, asked) }
}

/** The NIT of its issuer; a donee (15) has it as any identity document. */
export function nitDelEmisor(documento: Pick<Documento, 'emisor'>): string {
  const { nit, numDocumento = '' } = documento.emisor as {
    readonly nit?: string
    readonly numDocumento?: string
  }
  return nit ?? numDocumento
}

/** Every problem that the rules and the structure find. */
export function checkDocumento(documento: Documento): readonly Problem[] {
  return check(documento, [])
}

/** What the issuer of a document should look at, though it may be issued. */
export function avisosDe(documento: Documento): readonly Problem[] {
  const { avisos = [] } = tipoOf(documento.identificacion.tipoDte)
  return avisos.flatMap((grupo) => grupo.check(documento))
}

/** The JSON text of a document, which is signed. */
export function serialise(documento: Documento): string {
  return versionOf(documento).serialise(documento)
}

function check(documento: Documento, asked: readonly Problem[]): readonly Problem[] {
  const specific = [...asked]
  for (const grupo of tipoOf(documento.identificacion.tipoDte).rules) {
    specific.push(...grupo.check(documento))
  }
  const structural = versionOf(documento).check(documento)
  return structural.length === 0 ? specific : mergeProblems(specific, structural)
}

function versionOf({ identificacion: { tipoDte, fecEmi } }: Documento): Version {
  return versionAt(tipoOf(tipoDte), fecEmi)
}

function identificacion(input: BuildInput): Identificacion {
  const { ambiente, fecEmi, horEmi, codigoGeneracion, numeroControl, contingencia } = input
  return {
    ambiente,
    numeroControl,
    codigoGeneracion,
    tipoModelo: contingencia ? 2 : 1,
    tipoOperacion: contingencia ? 2 : 1,
    tipoContingencia: contingencia?.tipoContingencia ?? null,
    motivoContin: contingencia?.motivoContin ?? null,
    fecEmi,
    horEmi,
    tipoMoneda: 'USD',
  }
}
