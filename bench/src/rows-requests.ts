/** A request of each type that the part `rows` issues, with five lines where a sale has lines. */

export type Tipo = '01' | '03' | '05' | '11' | '14'

/** Of a hundred documents: mostly sales to consumers, then to taxpayers, and a few of each other type. */
const SHARES: readonly (readonly [Tipo, number])[] = [
  ['01', 72],
  ['03', 18],
  ['05', 4],
  ['11', 3],
  ['14', 3],
]
const ORDER = SHARES.flatMap(([tipo, share]) => Array.from({ length: share }, () => tipo))
/** Coprime to a hundred: the types take turns. */
const STEP = 37

export const tipoOf = (n: number): Tipo => ORDER[(n * STEP) % ORDER.length] ?? '01'

const DIRECCION = {
  departamento: '06',
  municipio: '23',
  distrito: '14',
  complemento: 'Calle Loma Linda 214',
}
const ITEMS = [
  { descripcion: 'Café de altura, saco de 25 lb', cantidad: 4, precioUni: 110, tipoItem: 1 },
  { descripcion: 'Filtros de papel, caja de 100', cantidad: 12, precioUni: 3.4, tipoItem: 1 },
  { descripcion: 'Molinillo manual de acero', cantidad: 1, precioUni: 28.25, tipoItem: 1 },
  { descripcion: 'Taza de barro', cantidad: 24, precioUni: 2.825, montoDescu: 1.13, tipoItem: 1 },
  { descripcion: 'Entrega a domicilio', cantidad: 1, precioUni: 12.5, tipoItem: 2 },
]

export const REQUESTS = {
  '03': {
    tipoDte: '03',
    receptor: {
      numDocumento: '06141203850011',
      nrc: '1850011',
      nombre: 'Restaurante La Esquina, S.A. de C.V.',
      codActividad: '56101',
      direccion: DIRECCION,
      telefono: '22221111',
      correo: 'compras@example.com',
    },
    items: ITEMS,
    condicionOperacion: 2,
    plazo: '01',
    periodo: 30,
  },
  '11': {
    tipoDte: '11',
    receptor: {
      nombre: 'Foreign Buyer LLC',
      numDocumento: '98-7654321',
      codPais: 'US',
      complemento: '100 Fictional Street',
      tipoPersona: 2,
      descActividad: 'Importación de alimentos',
      correo: 'buyer@example.com',
    },
    items: ITEMS.slice(0, 4),
    exportacion: {
      tipoItemExpor: 1,
      recintoFiscal: '02',
      tipoRegimen: 'EX-1',
      regimen: '1000.000',
      incoterms: '09',
    },
  },
  '14': {
    tipoDte: '14',
    receptor: { nombre: 'Ana Ficticia', numDocumento: '00016297-5', direccion: DIRECCION },
    items: ITEMS,
  },
} as const

/** A note over a sale of `REQUESTS['03']`. */
export const NOTA_OF = (codigoGeneracion: string) => ({
  tipoDte: '05',
  documentosRelacionados: [{ codigoGeneracion }],
  items: [{ descripcion: 'Devolución de tazas quebradas', cantidad: 4, precioUni: 2.825 }],
})
