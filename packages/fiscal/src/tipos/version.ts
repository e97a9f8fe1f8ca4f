/** One generation of a structure, compiled. */
import type { TSchema } from 'typebox'
import { compileEstructura } from '../estructuras/check.ts'
import { compileSerialise } from '../serialise.ts'
import type { TipoDef, Version } from './tipo.ts'

export function version(number: number, since: string, estructura: TSchema): Version {
  return {
    version: number,
    since,
    estructura,
    check: compileEstructura(estructura),
    serialise: compileSerialise(estructura),
  }
}

/** The generation for a date. Only the V2.0 generation is issued, so an earlier date uses it too. */
export function versionAt(tipo: TipoDef, fecEmi: string): Version {
  const oldest = tipo.versions[tipo.versions.length - 1] ?? tipo.versions[0]
  return tipo.versions.find(({ since }) => since <= fecEmi) ?? oldest
}
