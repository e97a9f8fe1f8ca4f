/**
 * Where our structures differ from the published ones, and why. docs/sources.md#differences explains the same to
 * people, and a test keeps both consistent.
 */
export interface Difference {
  readonly tipos: readonly string[]
  /** Matches the names of mutants: `resumen.pagos[].codigo: too long`. */
  readonly mutants: RegExp
  readonly ours: 'refuse' | 'accept'
  readonly reason: string
}

export const DIFFERENCES: readonly Difference[] = [
  {
    tipos: ['07'],
    mutants: /^identificacion\.(tipoModelo|tipoOperacion|tipoContingencia|motivoContin): /,
    ours: 'refuse',
    reason: 'the published structure lists no values and no lengths; those of 01 are meant',
  },
  {
    tipos: ['07'],
    mutants: /^identificacion\.fusion: dropped$/,
    ours: 'refuse',
    reason: 'the published structure lets it be left out; we write every member of 07',
  },
  {
    tipos: ['07'],
    mutants: /^apendice\[\]\.(campo|etiqueta|valor): null$/,
    ours: 'refuse',
    reason: 'a row of the appendix that says nothing is none',
  },
  {
    tipos: ['01', '03', '04', '05', '06', '07', '08', '09', '11', '14', '15'],
    mutants: /^identificacion\.horEmi: (shorter by one|of 7 letters)$/,
    ours: 'refuse',
    reason: 'the published pattern lets a second of one digit through; two are written',
  },
  {
    tipos: ['03', '04', '05', '06', '07', '08', '09', '11', '14'],
    mutants: /^(emisor|receptor)\.nit: /,
    ours: 'refuse',
    reason: 'a NIT has 14 digits at most, as the published structure of 01 says of the issuer',
  },
  {
    tipos: ['01'],
    mutants: /^otrosDocumentos\[\]\.(descDocumento|detalleDocumento|medico\.nombre): /,
    ours: 'refuse',
    reason: 'the published minimum on a text has no effect; the minLength of 03 is meant',
  },
  {
    tipos: ['01', '03'],
    mutants: /^otrosDocumentos\[\]\.medico\.tipoServicio: (of \d decimals|null)$/,
    ours: 'refuse',
    reason: 'it is a code of CAT-010, whole and present wherever there is a physician',
  },
  {
    tipos: ['03', '05', '06'],
    mutants: /^resumen\.observaciones: of 3001 letters$/,
    ours: 'refuse',
    reason: 'the published maximum on a text has no effect; the maxLength of 01 is meant',
  },
  {
    tipos: ['11'],
    mutants: /^cuerpoDocumento\[\]\.numeroDocumento: (empty|of \d+ letters)$/,
    ours: 'refuse',
    reason:
      'the published minimum and maximum on a text have no effect; the lengths of 01 are meant',
  },
  {
    tipos: ['05', '06'],
    mutants: /^resumen\.codigoRetencionMH: /,
    ours: 'refuse',
    reason: 'the published maximum on a text has no effect; a code of CAT-006 has two characters',
  },
  {
    tipos: ['invalidacion'],
    mutants: /^identificacion\.horEmi: (shorter by one|of 7 letters)$/,
    ours: 'refuse',
    reason: 'the published pattern lets a second of one digit through here too; two are written',
  },
  {
    tipos: ['contingencia'],
    mutants: /^identificacion\.hTransmision: (shorter by one|of 7 letters)$/,
    ours: 'refuse',
    reason: 'the published pattern of the hour lets a second of one digit through; two are written',
  },
  {
    tipos: ['operaciones'],
    mutants: /^identificacion\.horEmi: (shorter by one|of 7 letters)$/,
    ours: 'refuse',
    reason:
      'the published pattern of the event of paper lets a second of one digit through; two are written',
  },
  {
    tipos: ['invalidacion', 'contingencia'],
    mutants: /^emisor\.nit: /,
    ours: 'refuse',
    reason: 'a NIT has 14 digits at most, as the return event says of the same issuer',
  },
  {
    tipos: ['invalidacion'],
    mutants: /^motivo\.nombreResponsable: (empty|of 0 letters)$/,
    ours: 'refuse',
    reason:
      'the published minimum on a name has no effect; the minLength of nombreSolicita is meant',
  },
  {
    tipos: ['contingencia'],
    mutants: /^motivo\.(hInicio|hFin): /,
    ours: 'refuse',
    reason: 'the published structure gives these hours no form; that of hTransmision is meant',
  },
  {
    tipos: ['retorno'],
    mutants:
      /^identificacion\.(tipoModelo|tipoOperacion|tipoContingencia|motivoContin): (one|of [12]|null)$/,
    ours: 'accept',
    reason:
      'the published conditions between the members of a contingency are rules of ours, as in the documents',
  },
  {
    tipos: ['retorno'],
    mutants: /^cuerpoDocumento\[\]\.(codigo|uniMedida): dropped$/,
    ours: 'refuse',
    reason: 'the published structure lets both be left out; we write every member',
  },
  {
    tipos: ['retorno'],
    mutants: /^cuerpoDocumento\[\]\.tributos\[\]: null$/,
    ours: 'refuse',
    reason: 'a code that is null names no tribute',
  },
  {
    tipos: ['retorno'],
    mutants: /^cuerpoDocumento\[\]\.ivaRete: (the limit|enormous|of 10{10}[01])$/,
    ours: 'refuse',
    reason: 'the published structure forgets the limit of this amount; that of reteRenta is meant',
  },
]
