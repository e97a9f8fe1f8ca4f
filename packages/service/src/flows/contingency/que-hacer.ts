/** Who must do what until when, for what waits for the ministry: one wording for the wire, the console and the CLI. */
import { civilTime } from '../../base/time/el-salvador.ts'

/** What stands between signed documents and their seals. */
export type Espera =
  /** Signed in the normal model. */
  | ({ readonly kind: 'transmision' } & Sesion)
  /** Their outage is open. */
  | { readonly kind: 'regreso' }
  /** No event lists them. */
  | { readonly kind: 'firma'; readonly limite: Date }
  /** `evento`: theirs is signed, without a seal. `sello`: it is sealed. */
  | ({ readonly kind: 'evento' | 'sello'; readonly limite: Date } & Sesion)

interface Sesion {
  /** The ministry refused the company's password: nothing is transmitted before somebody stores another. */
  readonly loginRefused: boolean
}

const QUIEN_FIRMA =
  'lo firma la siguiente emisión de la empresa, «Transmitir evento» en la consola, "sello contingency close" o POST /v1/contingencia'
const SIN_FIRMA =
  'Hasta entonces no se transmite lo que se firmó en contingencia. No lo emita otra vez.'
const NADA = 'Nadie tiene que hacer nada. No lo emita otra vez.'
const CLAVE =
  'Hacienda no acepta la contraseña de su API: alguien de la empresa debe guardar la correcta ("sello company password"), y hasta entonces no se transmite nada. No lo emita otra vez.'

export function queHacer(espera: Espera, now: Date): string {
  switch (espera.kind) {
    case 'transmision':
      return `Sello transmite lo firmado en cuanto Hacienda responda. ${ademas(espera)}`
    case 'regreso':
      return `Hacienda no responde. Cuando vuelva, la empresa tiene 24 horas para firmar el evento de contingencia: ${QUIEN_FIRMA}. ${SIN_FIRMA}`
    case 'firma':
      return `Falta que la empresa firme el evento de contingencia: ${QUIEN_FIRMA}. ${plazo(espera.limite, now)} ${SIN_FIRMA}`
    case 'evento':
      return `El evento de contingencia está firmado y espera el sello de Hacienda. ${plazo(espera.limite, now)} ${ademas(espera)}`
    case 'sello':
      return `El evento de contingencia está sellado y Sello transmite lo que lista. ${plazo(espera.limite, now)} ${ademas(espera)}`
  }
}

const ademas = ({ loginRefused }: Sesion) => (loginRefused ? CLAVE : NADA)

/** A late event or document is justified in writing (docs/sources.md#contingency). */
function plazo(limite: Date, now: Date): string {
  const { fecEmi, horEmi } = civilTime(limite)
  return limite > now
    ? `El plazo vence el ${fecEmi} a las ${horEmi}.`
    : `El plazo venció el ${fecEmi} a las ${horEmi}: justifíquelo por escrito ante Hacienda.`
}
