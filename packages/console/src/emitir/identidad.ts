/** The kinds of identity document (CAT-022), those that most people have first. */
export const DOCUMENTOS_DE_IDENTIDAD = [
  ['13', 'DUI'],
  ['36', 'NIT'],
  ['03', 'Pasaporte'],
  ['02', 'Carnet de residente'],
  ['37', 'Otro'],
] as const
