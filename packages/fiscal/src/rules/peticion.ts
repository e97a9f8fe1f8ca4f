/**
 * What can only be told from the request: members that belong to other types, prices that are missing,
 * amounts that were asked for and do not apply. The fields are still the document's.
 */
import { NETO_MINIMO } from '../criterios.ts'
import type { Problem } from '../problem.ts'
import type { DteRequest } from '../request.ts'
import type { Cuenta } from '../tipos/cuenta.ts'
import type { Member, TipoDef } from '../tipos/tipo.ts'
import type { Rule } from './rule.ts'

export interface Peticion {
  readonly request: DteRequest
  readonly cuenta: Cuenta
}

const CONTADO = 1

export const PETICION: readonly Rule<Peticion, TipoDef>[] = [
  {
    name: 'retención desde 100.00',
    rule: 'CT-162',
    field: 'resumen.ivaRete',
    holds: ({ request, cuenta }, { members }) =>
      members.aplicarRetencionIva === 'forbidden' ||
      !request.aplicarRetencionIva ||
      cuenta.netoGravado >= NETO_MINIMO,
    message:
      'La retención del 1 % de IVA aplica desde 100.00 gravados sin IVA; quite aplicarRetencionIva.',
  },
  {
    name: 'percepción desde 100.00',
    rule: 'CT-163',
    field: 'resumen.ivaPerci',
    holds: ({ request, cuenta }, { members }) =>
      members.aplicarPercepcionIva === 'forbidden' ||
      !request.aplicarPercepcionIva ||
      cuenta.netoGravado >= NETO_MINIMO,
    message:
      'La percepción del 1 % de IVA aplica desde 100.00 gravados sin IVA; quite aplicarPercepcionIva.',
  },
  {
    name: 'periodo solo a crédito',
    rule: 'MF-48',
    field: 'resumen.pagos[0].periodo',
    holds: ({ request }) =>
      (request.periodo ?? null) === null || (request.condicionOperacion ?? CONTADO) !== CONTADO,
    message: 'Una operación de contado no lleva periodo; quítelo o use condicionOperacion 2.',
  },
]

export function checkPeticion(tipo: TipoDef, peticion: Peticion): Problem[] {
  return [
    ...checkMembers(tipo, peticion.request),
    ...checkPrecios(peticion.request),
    ...PETICION.filter((row) => !row.holds(peticion, tipo)).map(({ field, rule, message }) => ({
      field,
      rule,
      message: message as string,
    })),
  ]
}

/** Members that the type forbids, present, or that it requires, absent. */
function checkMembers(tipo: TipoDef, request: DteRequest): Problem[] {
  const given = request as unknown as Readonly<Record<string, unknown>>
  return (Object.keys(tipo.members) as Member[]).flatMap((field) => {
    const isGiven = (given[field] ?? null) !== null
    if (tipo.members[field] === 'forbidden' && isGiven) {
      const message = `El tipo ${tipo.tipoDte} (${tipo.nombre}) no lleva ${field}; quítelo.`
      return [{ field, rule: 'forbidden', message }]
    }
    if (tipo.members[field] === 'required' && !isGiven) {
      const message = `El tipo ${tipo.tipoDte} (${tipo.nombre}) necesita ${field}; escríbalo.`
      return [{ field, rule: 'required', message }]
    }
    return []
  })
}

/** A line without a price is a charge or a credit, or it is a mistake. */
function checkPrecios({ items }: DteRequest): Problem[] {
  return items.flatMap((item, i) => {
    if ((item.precioUni ?? null) !== null || (item.noGravado ?? 0) !== 0) return []
    const message = 'Falta el precio; solo un cargo o abono (noGravado) va sin él.'
    return [{ field: `cuerpoDocumento[${i}].precioUni`, rule: 'required', message }]
  })
}
