/**
 * How much the credit notes over a document may take: together at most what it sold net of global discounts, by
 * kind of sale, by tribute and in total, using the totals that the notes print. Source:
 * docs/sources.md#documentos-relacionados, ADR 0030.
 */
import type { CreditoFiscal, NotaCredito } from './documento.ts'
import { CERO, type Monto, minus, monto, plus, positivePart, round, sum } from './monto.ts'
import type { Gravamen } from './tipos/centavos.ts'
import { GRAVAMENES } from './tipos/centavos.ts'
import { sumOfTributos } from './tipos/tributos.ts'

/** Amounts in cents by kind of sale, named as in a request. */
export interface Ventas {
  readonly noSujetas: Monto
  readonly exentas: Monto
  readonly gravadas: Monto
  /** Charges outside the tax base. */
  readonly noGravado: Monto
  /** The total with tributes and perception, less credits: the amount paid before retention. */
  readonly total: Monto
}

const SIN_VENTAS: Ventas = {
  noSujetas: CERO,
  exentas: CERO,
  gravadas: CERO,
  noGravado: CERO,
  total: CERO,
}

/** In ten-billionths of a dollar: an exact tribute before rounding. */
export type Fino = bigint

/** A tribute, perception or retention of one document in one note. */
export interface Gravado {
  readonly valor: Monto
  /** By how much `valor` was rounded up; 0 if it was rounded down. */
  readonly exceso: Fino
}

/** What the credit notes take from one document. */
export interface Acreditado {
  readonly ventas: Ventas
  readonly gravados: Readonly<Partial<Record<Gravamen, Gravado>>>
}

export const NADA_ACREDITADO: Acreditado = { ventas: SIN_VENTAS, gravados: {} }

/** The amounts that can be credited. */
export interface Acreditable {
  readonly ventas: Ventas
  readonly gravados: Readonly<Record<Gravamen, Monto>>
  /**
   * How far the notes together may round a tribute up. Within this limit the remaining tribute always covers the
   * remaining sales, whichever note is later rejected or invalidated.
   */
  readonly holguras: Readonly<Record<Gravamen, Fino>>
}

/** The amounts of one document that can be credited, and what earlier notes took. */
export interface Saldo {
  readonly acreditable: Acreditable
  readonly acreditado: Acreditado
}

const CENT = monto(0.01)
const FINO_OF_MONTO = 100n
const FINO_OF_CENT = CENT * FINO_OF_MONTO
const IVA = '20'

/** The most that all credit notes over a document may take together. */
export function acreditable({ resumen: r }: Pick<CreditoFiscal, 'resumen'>): Acreditable {
  const gravadas = minus(r.totalGravada, r.descuGravada)
  const byCode = new Map((r.tributos ?? []).map(({ codigo, valor }) => [codigo, valor]))
  const gravados = recordOf((gravamen) => byCode.get(gravamen) ?? CERO)
  const total = sum([r.subTotal, sumOfTributos(r.tributos), r.ivaPerci, r.totalNoGravado])
  const valores = { ...gravados, ivaPerci: r.ivaPerci, ivaRete: r.ivaRete }
  return {
    ventas: {
      noSujetas: minus(r.totalNoSuj, r.descuNoSuj),
      exentas: minus(r.totalExenta, r.descuExenta),
      gravadas,
      noGravado: positivePart(r.totalNoGravado),
      total: positivePart(total),
    },
    gravados: valores,
    holguras: recordOf((gravamen) => holguraOf(gravamen, valores[gravamen], gravadas)),
  }
}

/** In hundredths of the taxed sales; other tributes have their base only in the lines. */
const PER_CENT: Readonly<Partial<Record<Gravamen, bigint>>> = {
  [IVA]: 13n,
  ivaPerci: 1n,
  ivaRete: 1n,
}

/**
 * A cent plus the amount that the document itself was rounded up by (minus, if rounded down). If unknown, the least
 * possible value is assumed, which leaves half a cent.
 */
function holguraOf(gravamen: Gravamen, valor: Monto, gravadas: Monto): Fino {
  const perCent = PER_CENT[gravamen]
  const rounded =
    perCent === undefined ? 1n - FINO_OF_CENT / 2n : valor * FINO_OF_MONTO - gravadas * perCent
  return FINO_OF_CENT + rounded
}

function recordOf<T>(of: (gravamen: Gravamen) => T): Record<Gravamen, T> {
  return Object.fromEntries(GRAVAMENES.map((one) => [one, of(one)])) as Record<Gravamen, T>
}

/** A kind, a tribute or the total of which a note takes more than is left. */
export interface Exceso {
  readonly numeroDocumento: string
  readonly clase: keyof Ventas | Gravamen
  readonly acreditable: Monto
  readonly queda: Monto
  readonly acredita: Monto
}

export interface Tomado {
  /** What the note takes from each related document, by number. */
  readonly acreditado: ReadonlyMap<string, Acreditado>
  /** What exceeds the balance; empty: the note is valid once it has these cents. */
  readonly excesos: readonly Exceso[]
  /** The value of each tribute of the note that keeps all notes within a cent of the document. */
  readonly valores: ReadonlyMap<Gravamen, Monto>
}

/**
 * What a note takes from the documents of `saldos`, by numeroDocumento; other documents are not ours and have no
 * known limit. If `valores` differs from the note, the note must be rebuilt with that tribute a cent lower or
 * higher: the ministry tolerates a cent in each summary member, but the sum of the notes has no tolerance.
 */
export function acreditar(nota: NotaCredito, saldos: ReadonlyMap<string, Saldo>): Tomado {
  const partes = partesOf(nota, saldos)
  const excesos: Exceso[] = []
  for (const parte of partes) {
    for (const clase of CLASES) push(excesos, parte, clase, parte.ventas[clase])
  }
  const closes = partes.length === 1 && excesos.length === 0 && isRest(partes[0])
  const valores = new Map<Gravamen, Monto>()
  for (const gravamen of GRAVAMENES) {
    const stated = valorDeGravamen(nota, gravamen)
    const shares = shareOut(gravamen, partes, { stated, closes })
    if (shares === null) excesos.push(...overTaken(gravamen, partes))
    else valores.set(gravamen, sum(shares.map(({ valor }) => valor)))
    partes.forEach((parte, k) => {
      parte.gravados[gravamen] = shares?.[k] ?? { valor: CERO, exceso: 0n }
    })
  }
  for (const parte of partes) push(excesos, parte, 'total', totalOf(parte))
  return {
    acreditado: new Map(partes.map((parte) => [parte.numeroDocumento, acreditadoOf(parte)])),
    excesos: excesos.filter((exceso) => !follows(exceso, excesos)),
    valores,
  }
}

/** Excesses that only follow from those of the sales or of the rest of the total. */
function follows({ clase, numeroDocumento }: Exceso, excesos: readonly Exceso[]): boolean {
  const among = (clases: readonly Exceso['clase'][]) =>
    excesos.some((one) => one.numeroDocumento === numeroDocumento && clases.includes(one.clase))
  if (clase === 'total') return among([...CLASES, ...GRAVAMENES])
  return clase in PER_CENT && among(['gravadas'])
}

const CLASES = ['gravadas', 'exentas', 'noSujetas', 'noGravado'] as const

/** The part of a note that concerns one document. */
interface Parte {
  readonly numeroDocumento: string
  readonly saldo: Saldo | null
  readonly ventas: Omit<Ventas, 'total'>
  /** Charges less credits. */
  readonly neto: Monto
  /** Each tribute before rounding. */
  readonly exactos: Readonly<Record<Gravamen, Fino>>
  readonly gravados: Partial<Record<Gravamen, Gravado>>
}

type Linea = NotaCredito['cuerpoDocumento'][number]

function partesOf(nota: NotaCredito, saldos: ReadonlyMap<string, Saldo>): Parte[] {
  const before = { noSujetas: CERO, exentas: CERO, gravadas: CERO, cargos: CERO, neto: CERO }
  return nota.documentoRelacionado.map(({ numeroDocumento }) => {
    const lineas = nota.cuerpoDocumento.filter((l) => l.numeroDocumento === numeroDocumento)
    // The note prints one total for all documents: each takes its marginal share.
    const moved = (member: keyof typeof before, of: (linea: Linea) => Monto): Monto => {
      const start = before[member]
      before[member] = plus(start, sum(lineas.map(of)))
      return minus(round(before[member], 2), round(start, 2))
    }
    const gravadas = moved('gravadas', (l) => l.ventaGravada)
    return {
      numeroDocumento,
      saldo: saldos.get(numeroDocumento) ?? null,
      ventas: {
        gravadas,
        exentas: moved('exentas', (l) => l.ventaExenta),
        noSujetas: moved('noSujetas', (l) => l.ventaNoSuj),
        noGravado: moved('cargos', (l) => positivePart(l.noGravado)),
      },
      neto: moved('neto', (l) => l.noGravado),
      exactos: recordOf((gravamen) => EXACTOS[gravamen](lineas, gravadas)),
      gravados: {},
    }
  })
}

const listing = (codigo: string, lineas: readonly Linea[]) =>
  lineas.filter(({ tributos }) => tributos?.includes(codigo))
const ventasOf = (l: Linea) => sum([l.ventaNoSuj, l.ventaExenta, l.ventaGravada])
const perUnit = (codigo: string, cents: bigint) => (lineas: readonly Linea[]) =>
  sum(listing(codigo, lineas).map(({ cantidad }) => cantidad)) * cents

/** 1 % of a Monto of n units is n Fino, since a Fino is a hundredth of that unit. */
const EXACTOS: Readonly<Record<Gravamen, (lineas: readonly Linea[], gravadas: Monto) => Fino>> = {
  '20': (_, gravadas) => gravadas * 13n,
  '59': (lineas) => sum(listing('59', lineas).map(ventasOf)) * 5n,
  '71': perUnit('71', 700n),
  D1: perUnit('D1', 20n),
  C8: perUnit('C8', 10n),
  ivaPerci: (lineas) => sum(lineas.map(({ ivaPerci }) => ivaPerci)) * FINO_OF_MONTO,
  ivaRete: (lineas) => sum(lineas.map(({ ivaRete }) => ivaRete)) * FINO_OF_MONTO,
}

/** The stated value of a tribute of a note, in cents. */
export function valorDeGravamen({ resumen }: NotaCredito, gravamen: Gravamen): Monto {
  if (gravamen === 'ivaPerci' || gravamen === 'ivaRete') return resumen[gravamen]
  return resumen.tributos?.find(({ codigo }) => codigo === gravamen)?.valor ?? CERO
}

/** Whether the note takes all remaining sales of the document. */
function isRest({ saldo, ventas }: Parte = NO_PARTE): boolean {
  if (saldo === null) return false
  return (['gravadas', 'exentas', 'noSujetas'] as const).every(
    (clase) =>
      ventas[clase] === minus(saldo.acreditable.ventas[clase], saldo.acreditado.ventas[clase]),
  )
}
const NO_PARTE = { saldo: null } as Parte

/**
 * The shares of a tribute in cents, by document, or null if the documents cannot cover it. Tries everything left, if
 * the note takes all remaining sales; then the stated amount, a cent less, and a cent more.
 */
function shareOut(
  gravamen: Gravamen,
  partes: readonly Parte[],
  { stated, closes }: { stated: Monto; closes: boolean },
): readonly Gravado[] | null {
  const exact = partes.reduce((total, { exactos }) => total + exactos[gravamen], 0n)
  const candidates = exact === 0n ? [stated] : [stated, minus(stated, CENT), plus(stated, CENT)]
  const [only] = partes
  if (closes && exact > 0n && only?.saldo) candidates.unshift(leftOf(gravamen, only.saldo))
  for (const valor of candidates) {
    if (valor < CERO || magnitude(valor * FINO_OF_MONTO - exact) > FINO_OF_CENT) continue
    const shares = sharesOf(gravamen, partes, valor)
    if (shares) return shares
  }
  return null
}

function leftOf(gravamen: Gravamen, { acreditable, acreditado }: Saldo): Monto {
  return minus(acreditable.gravados[gravamen], acreditado.gravados[gravamen]?.valor ?? CERO)
}

/** Distributes whole cents; remaining cents go to the shares with the least rounding up. */
function sharesOf(gravamen: Gravamen, partes: readonly Parte[], valor: Monto): Gravado[] | null {
  const down = partes.map(({ exactos }) => ((exactos[gravamen] / FINO_OF_CENT) * CENT) as Monto)
  let cents = (valor - sum(down)) / CENT
  if (cents < 0n) return null
  const shares = down.map((share): Gravado => ({ valor: share, exceso: 0n }))
  const byExceso = partes
    .map((parte, k) => ({ k, up: gravadoOf(gravamen, parte, plus(down[k] ?? CERO, CENT)) }))
    .sort((a, b) => (a.up.exceso < b.up.exceso ? -1 : 1))
  for (const { k, up } of byExceso) {
    const parte = partes[k]
    if (cents === 0n || !parte || !bears(gravamen, parte, up)) continue
    shares[k] = up
    cents -= 1n
  }
  const fits = partes.every((parte, k) => {
    const share = shares[k]
    return share !== undefined && bears(gravamen, parte, share)
  })
  return cents === 0n && fits ? shares : null
}

function gravadoOf(gravamen: Gravamen, { exactos }: Parte, valor: Monto): Gravado {
  const exceso = valor * FINO_OF_MONTO - exactos[gravamen]
  return { valor, exceso: exceso > 0n ? exceso : 0n }
}

function bears(gravamen: Gravamen, { saldo }: Parte, { valor, exceso }: Gravado): boolean {
  if (saldo === null) return true
  if (valor > leftOf(gravamen, saldo)) return false
  const before = saldo.acreditado.gravados[gravamen]?.exceso ?? 0n
  return exceso === 0n || before + exceso < saldo.acreditable.holguras[gravamen]
}

/** The documents that cannot cover their share; all that have a share, if only cents do not fit. */
function overTaken(gravamen: Gravamen, partes: readonly Parte[]): readonly Exceso[] {
  const excesos: Exceso[] = []
  for (const parte of partes) {
    const acredita = round(((parte.exactos[gravamen] + 50n) / FINO_OF_MONTO) as Monto, 2)
    push(excesos, parte, gravamen, acredita)
  }
  if (excesos.length > 0) return excesos
  return partes.flatMap((parte) => excesoOf(parte, gravamen, CENT)).slice(0, 1)
}

function push(excesos: Exceso[], parte: Parte, clase: Exceso['clase'], acredita: Monto): void {
  const [exceso] = excesoOf(parte, clase, acredita)
  if (exceso && acredita > exceso.queda && acredita > CERO) excesos.push(exceso)
}

function excesoOf(parte: Parte, clase: Exceso['clase'], acredita: Monto): Exceso[] {
  const { saldo, numeroDocumento } = parte
  if (saldo === null) return []
  const limite = amountOf(saldo.acreditable, clase)
  const taken = takenOf(saldo.acreditado, clase)
  return [
    {
      numeroDocumento,
      clase,
      acreditable: limite,
      queda: positivePart(minus(limite, taken)),
      acredita,
    },
  ]
}

const isGravamen = (clase: Exceso['clase']): clase is Gravamen =>
  (GRAVAMENES as readonly string[]).includes(clase)

function amountOf({ ventas, gravados }: Acreditable, clase: Exceso['clase']): Monto {
  return isGravamen(clase) ? gravados[clase] : ventas[clase]
}

function takenOf({ ventas, gravados }: Acreditado, clase: Exceso['clase']): Monto {
  return isGravamen(clase) ? (gravados[clase]?.valor ?? CERO) : ventas[clase]
}

const WITHOUT_TOTAL: ReadonlySet<Gravamen> = new Set(['ivaRete'])

function totalOf({ ventas, neto, gravados }: Parte): Monto {
  const added = GRAVAMENES.filter((one) => !WITHOUT_TOTAL.has(one))
  return sum([
    ventas.gravadas,
    ventas.exentas,
    ventas.noSujetas,
    neto,
    ...added.map((one) => gravados[one]?.valor ?? CERO),
  ])
}

function acreditadoOf(parte: Parte): Acreditado {
  return { ventas: { ...parte.ventas, total: totalOf(parte) }, gravados: parte.gravados }
}

function magnitude(n: bigint): bigint {
  return n < 0n ? -n : n
}
