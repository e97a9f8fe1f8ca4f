/** Parses option values. Each function names the option when it refuses a value. */
import type { Ambiente } from '@sello/contract'
import { Option } from 'commander'
import { required } from './command.ts'
import { usage } from './exit.ts'

export function nit(): Option {
  return required('--nit <nit>', 'NIT de la empresa, con o sin guiones').argParser((text) => {
    const digits = text.replaceAll('-', '')
    if (/^(\d{9}|\d{14})$/.test(digits)) return digits
    usage('--nit: el NIT tiene 14 cifras, o 9 si es el DUI.')
  })
}

export function ambiente(description = '00 pruebas, 01 producción (si falta: 00)'): Option {
  return new Option('--environment <00|01>', description).argParser((text) => {
    if (text === '00' || text === '01') return text satisfies Ambiente
    usage('--environment: es 00 (pruebas) o 01 (producción).')
  })
}

export function year(): Option {
  return new Option('--year <año>', 'año de la serie (si falta: el actual)').argParser((text) => {
    if (/^20\d\d$/.test(text)) return Number(text)
    usage('--year: es un año, como 2026.')
  })
}

/** A number's position in its series: up to 15 digits, more than a double holds exactly. */
export function correlativo(option: string, text: string): bigint {
  if (/^\d{1,15}$/.test(text) && BigInt(text) > 0n) return BigInt(text)
  usage(`${option}: ${text || 'lo vacío'} no es un número de 1 a 999999999999999.`)
}

export const AMBIENTE_DEFAULT: Ambiente = '00'

export function dataDir(otherwise: string): Option {
  return new Option('--data-dir <carpeta>', `carpeta de los datos (si falta: ${otherwise})`)
}

export function host(): Option {
  return new Option('--host <dirección>', 'dirección en que escucha (si falta: 127.0.0.1)')
}

export function port(otherwise: number): Option {
  const description = `puerto; 0 es cualquiera libre (si falta: ${otherwise})`
  return new Option('--port <número>', description).argParser((text) =>
    wholeNumber('--port', text, 65_535),
  )
}

export function processes(): Option {
  const description = 'cuántos procesos atienden (si falta: los que den los núcleos y la memoria)'
  return new Option('--processes <número>', description).argParser((text) => {
    const count = wholeNumber('--processes', text, PROCESSES_MAX)
    if (count > 0) return count
    usage(`--processes: es un número entero de 1 a ${PROCESSES_MAX}.`)
  })
}

/** As of SELLO_PROCESSES. */
const PROCESSES_MAX = 64

export function jobs(): Option {
  const description = 'dónde van los trabajos de fondo: aquí, o en "sello worker" (si falta: here)'
  return new Option('--jobs <here|none>', description).choices(['here', 'none'])
}

/** Read by `sello simulator replay`. */
export function record(): Option {
  return new Option('--record <carpeta>', 'graba ahí los intercambios de prueba con Hacienda')
}

export function wholeNumber(option: string, text: string, max: number): number {
  if (/^\d{1,15}$/.test(text) && Number(text) <= max) return Number(text)
  usage(`${option}: es un número entero de 0 a ${max}.`)
}

/** Comma-separated texts, without repetition. */
export function commaList(option: string, text: string): string[] {
  const given = text.split(',').map((one) => one.trim())
  if (given.includes('')) usage(`${option}: hay algo vacío entre las comas.`)
  return [...new Set(given)]
}

/** Comma-separated codes from a closed list, without repetition. */
export function codes<T extends string>(option: string, text: string, all: readonly T[]): T[] {
  const given = text.split(',').map((code) => code.trim())
  const unknown = given.filter((code) => !(all as readonly string[]).includes(code))
  if (unknown.length === 0) return [...new Set(given as T[])]
  usage(`${option}: ${unknown.join(', ') || 'lo vacío'} no vale. Valen: ${all.join(', ')}.`)
}
