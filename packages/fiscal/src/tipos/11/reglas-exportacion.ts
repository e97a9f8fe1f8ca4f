/** The customs data of an export. Source: docs/sources.md#exportacion. */
import { RECINTOS_FISCALES } from '../../catalogos/cat-027-recinto-fiscal.ts'
import { REGIMENES } from '../../catalogos/cat-028-regimen.ts'
import { INCOTERMS } from '../../catalogos/cat-031-incoterms.ts'
import { TIPOS_REGIMEN } from '../../catalogos/cat-033-tipo-regimen.ts'
import { type Catalogo, findRow, isCode } from '../../catalogos/catalogo.ts'
import { about, type Grupo, type Rule } from '../../rules/rule.ts'
import type { FacturaExportacion } from './estructura.ts'

type Emisor = FacturaExportacion['emisor']
type Resumen = FacturaExportacion['resumen']

const BIENES = 1
const SERVICIOS = 2

/** Members of goods that services lack: the member, its catalogue, and its name in a request. */
// biome-ignore format: a table
const DE_ADUANA = [
  { field: 'recintoFiscal', rule: 'CAT-027', codes: RECINTOS_FISCALES, example: '02 (Marítima de Acajutla)' },
  { field: 'tipoRegimen',   rule: 'CAT-033', codes: TIPOS_REGIMEN,     example: 'EX-1 (exportación definitiva)' },
  { field: 'regimen',       rule: 'CAT-028', codes: REGIMENES,         example: '1000.000 (régimen común)' },
] as const

const EMISOR: readonly Rule<Emisor>[] = [
  {
    name: 'exportación de bienes o de servicios',
    rule: 'IV-exportacion',
    field: 'tipoItemExpor',
    holds: ({ tipoItemExpor }) => tipoItemExpor === BIENES || tipoItemExpor === SERVICIOS,
    message: ({ tipoItemExpor }) =>
      `El tipo de exportación ${tipoItemExpor} no sirve; use 1 (bienes) o 2 (servicios).`,
  },
  ...DE_ADUANA.flatMap(({ field, rule, codes, example }): Rule<Emisor>[] => [
    {
      name: `${field} en la exportación de bienes`,
      rule,
      field,
      holds: (e) => e.tipoItemExpor !== BIENES || e[field] !== null,
      message: `Una exportación de bienes lleva ${field}; escriba un código de ${rule}, por ejemplo ${example}.`,
    },
    {
      name: `${field} ajeno a la exportación de servicios`,
      rule,
      field,
      holds: (e) => e.tipoItemExpor !== SERVICIOS || e[field] === null,
      message: `Una exportación de servicios no lleva ${field}; quítelo.`,
    },
    {
      name: `${field} del catálogo`,
      rule,
      field,
      holds: (e) => e[field] === null || isCode(codes, e[field]),
      message: (e) =>
        `El ${field} "${e[field]}" no existe; use un código de ${rule}, por ejemplo ${example}.`,
    },
  ]),
]

const RESUMEN: readonly Rule<Resumen, FacturaExportacion>[] = [
  {
    name: 'incoterms en la exportación de bienes',
    rule: 'CAT-031',
    field: 'codIncoterms',
    holds: (r, { emisor }) => emisor.tipoItemExpor !== BIENES || r.codIncoterms !== null,
    message:
      'Una exportación de bienes lleva incoterms; escriba un código de CAT-031, por ejemplo 09 (FOB).',
  },
  {
    name: 'incoterms ajeno a la exportación de servicios',
    rule: 'CAT-031',
    field: 'codIncoterms',
    holds: (r, { emisor }) => emisor.tipoItemExpor !== SERVICIOS || r.codIncoterms === null,
    message: 'Una exportación de servicios no lleva incoterms; quítelo.',
  },
  {
    name: 'incoterms del catálogo',
    rule: 'CAT-031',
    field: 'codIncoterms',
    holds: (r) => r.codIncoterms === null || isCode(INCOTERMS, r.codIncoterms),
    message: (r) =>
      `El incoterms "${r.codIncoterms}" no existe; use un código de CAT-031, de 01 a 11.`,
  },
  {
    name: 'nombre del incoterms',
    rule: 'CAT-031',
    field: 'descIncoterms',
    holds: (r) => r.descIncoterms === nombreDe(r.codIncoterms),
    message: 'La descripción del incoterms no es la del catálogo.',
  },
]

/** The kind of export for the first digit of a customs regime. */
const TIPO_BY_REGIMEN: Readonly<Record<string, string>> = {
  '1': 'EX-1',
  '2': 'EX-2',
  '3': 'EX-3',
  '0': 'TA-1',
}
const EL_SALVADOR = 'SV'
const ZONA_FRANCA =
  /\b(ZF|DPA|LZF|LSI)\b|Z\. ?F\.|Zona Franca|Parque de Servicios|Traslados Definitivos/

const REGIMEN: readonly Rule<FacturaExportacion>[] = [
  {
    name: 'régimen de su tipo',
    rule: 'CAT-028',
    field: 'emisor.regimen',
    holds: ({ emisor: { regimen, tipoRegimen } }) =>
      regimen === null ||
      tipoRegimen === null ||
      !isCode(REGIMENES, regimen) ||
      !isCode(TIPOS_REGIMEN, tipoRegimen) ||
      TIPO_BY_REGIMEN[regimen.charAt(0)] === tipoRegimen,
    message: ({ emisor: { regimen, tipoRegimen } }) =>
      `El régimen ${regimen} no es del tipo ${tipoRegimen}, sino de ${TIPO_BY_REGIMEN[regimen?.charAt(0) ?? '']}; corrija uno de los dos.`,
  },
  {
    name: 'comprador en el país solo por zona franca',
    rule: 'SELLO-exportacion',
    field: 'receptor.codPais',
    holds: ({ receptor, emisor: { regimen, recintoFiscal } }) =>
      receptor.codPais !== EL_SALVADOR ||
      ZONA_FRANCA.test(nombreIn(REGIMENES, regimen)) ||
      ZONA_FRANCA.test(nombreIn(RECINTOS_FISCALES, recintoFiscal)),
    message:
      'Un comprador en El Salvador solo recibe una exportación por un régimen o un recinto de zona franca; use factura o crédito fiscal, o corrija el régimen.',
  },
]

function nombreIn(catalogo: Catalogo<{ readonly nombre: string }>, codigo: string | null): string {
  return codigo === null ? '' : (findRow(catalogo, codigo)?.nombre ?? '')
}

export const EXPORTACION_GROUPS: readonly Grupo<FacturaExportacion>[] = [
  about('emisor', (d: FacturaExportacion) => d.emisor, EMISOR),
  about('resumen', (d: FacturaExportacion) => d.resumen, RESUMEN),
  about('', (d: FacturaExportacion) => d, REGIMEN),
]

function nombreDe(codigo: string | null): string | null {
  return codigo === null ? null : (findRow<{ nombre: string }>(INCOTERMS, codigo)?.nombre ?? null)
}
