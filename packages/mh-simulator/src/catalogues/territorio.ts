/** CAT-012, CAT-013 and CAT-008: the districts of each municipality of each department (July 2026). */

// biome-ignore format: a table
const DISTRITOS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '00': {
    '00': '00',
  },
  '01': {
    '13': '03 05 09 12',
    '14': '01 02 04 11',
    '15': '06 07 08 10',
  },
  '02': {
    '14': '06 07 11 13',
    '15': '10',
    '16': '02 04',
    '17': '01 03 05 08 09 12',
  },
  '03': {
    '17': '07 08 10 13',
    '18': '09 11 14 15 16',
    '19': '02 03 04 05 06 12',
    '20': '01',
  },
  '04': {
    '34': '04 12 25',
    '35': '01 08 10 13 16 22 24 31 32 33',
    '36': '02 03 05 06 07 09 11 14 15 17 18 19 20 21 23 26 27 28 29 30',
  },
  '05': {
    '23': '12 16 17',
    '24': '02 15',
    '25': '03 07 13 19 21',
    '26': '01 06 10 14 22',
    '27': '05 08 09 18 20',
    '28': '04 11',
  },
  '06': {
    '20': '01 05 06',
    '21': '02 09',
    '22': '07 13 17 18',
    '23': '03 04 08 14 19',
    '24': '10 11 12 15 16',
  },
  '07': {
    '17': '06 07 09 10 15',
    '18': '01 02 03 04 05 08 11 12 13 14 16',
  },
  '08': {
    '23': '01 05 09 11 13 15 20',
    '24': '02 03 04 06 07 08 12 14 16 18 19 22',
    '25': '10 17 21',
  },
  '09': {
    '10': '02 05 06 08 09',
    '11': '01 03 04 07',
  },
  '10': {
    '14': '01 04 05 06 07 08 09',
    '15': '02 03 10 11 12 13',
  },
  '11': {
    '24': '01 02 05 07 09 11 12 16 21',
    '25': '03 04 06 10 13 17 18 20 22 23',
    '26': '08 14 15 19',
  },
  '12': {
    '21': '01 02 04 11 13 14 16 19',
    '22': '03 06 09 12 17 20',
    '23': '05 07 08 10 15 18',
  },
  '13': {
    '27': '01 02 03 07 10 11 14 16 18 20 24',
    '28': '04 05 06 08 09 12 13 15 17 19 21 22 23 25 26',
  },
  '14': {
    '19': '01 02 03 06 09 11 12 13 15 16',
    '20': '04 05 07 08 10 14 17 18',
  },
}

export interface Lugar {
  readonly departamento: string
  readonly municipio: string
  readonly distrito: string
}

/** The first member that is not in the catalogue under the ones before it, or null. */
export function wrongPlace({ departamento, municipio, distrito }: Lugar): keyof Lugar | null {
  const municipios = own(DISTRITOS, departamento)
  if (!municipios) return 'departamento'
  const distritos = own(municipios, municipio)
  if (!distritos) return 'municipio'
  return distritos.split(' ').includes(distrito) ? null : 'distrito'
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
