/** The security events, as the metrics label them and the audit log names them after `seguridad.`. */
export const SECURITY_KINDS = [
  'entrada_fallida',
  'entrada_bloqueada',
  'segundo_factor_rechazado',
  'rol_rechazado',
  'frase_equivocada',
  'frase_bloqueada',
] as const

export type SecurityKind = (typeof SECURITY_KINDS)[number]
