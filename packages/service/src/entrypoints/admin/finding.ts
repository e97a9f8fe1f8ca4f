/** What `sello doctor` finds. */
import type { Ambiente } from '@sello/contract'

/** One finding. `grave`: something does not work now; `aviso`: it will not unless somebody acts. */
export interface Finding {
  readonly gravedad: 'grave' | 'aviso'
  readonly codigo: FindingCode
  /** Null: not about one company. */
  readonly nit: string | null
  readonly ambiente: Ambiente | null
  readonly mensaje: string
  readonly queHacer: string
}

export type FindingCode =
  | 'certificado'
  | 'contrasena'
  | 'responsable'
  | 'destino'
  | 'llave_bloqueada'
  | 'llave_por_vencer'
  | 'documento_sin_sello'
  | 'documento_detenido'
  | 'evento_por_firmar'
  | 'copia_atrasada'
  | 'reserva_vencida'
  | 'reloj'
  | 'disco'
  | 'maquina'
  | 'proxies'
  | 'restauracion'
  | 'documento_perdido'
