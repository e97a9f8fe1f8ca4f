/** What a note over our documents is told, word by word: each problem alone, at its field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DteRequest, ESTADOS, type Estado } from '@sello/contract'
import { checkRelated } from './check-related.ts'
import type { Origen } from './complete-related.ts'

const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'
const TERCERO = { nit: '06140101900043', nombre: 'Mandante, S.A.', codDomiciliado: 1 }
/** The types of a document allow it. */
const WITHOUT_NIT = { nit: null, nombre: 'Mandante, S.A.', codDomiciliado: 2 }
const FULL = {
  tipoDocumento: '03',
  numeroDocumento: CODIGO,
  fechaEmision: '2026-11-20',
  tipoGeneracion: 2,
}
const LINE = { descripcion: 'x', cantidad: 1, precioUni: 1 }

interface Case {
  readonly at?: number
  readonly codigo?: string
  readonly estado?: Estado
  readonly tipoDte?: string
  /** Of the document. */
  readonly ventaTercero?: object | null
  readonly ivaRete?: bigint
  readonly ivaPerci?: bigint
  readonly entry?: object
  readonly entries?: readonly object[]
  readonly asked?: object
  /** The request as completed, where it differs from what was asked. */
  readonly completed?: object
}

function issuesOf({ at = 0, codigo = CODIGO, ...one }: Case) {
  const origen = {
    at,
    codigoGeneracion: codigo,
    estado: one.estado ?? 'sellado',
    documento: {
      identificacion: { tipoDte: one.tipoDte ?? '03', fecEmi: '2026-11-20' },
      receptor: { nit: '06140101900027' },
      ventaTercero: one.ventaTercero ?? null,
      resumen: { ivaRete: one.ivaRete ?? 0n, ivaPerci: one.ivaPerci ?? 0n },
    },
  } as unknown as Origen
  const documentosRelacionados = one.entries ?? [{ ...FULL, ...one.entry }]
  const asked = { tipoDte: '05', items: [LINE], documentosRelacionados, ...one.asked }
  const request = { ...asked, ...one.completed } as unknown as DteRequest
  return checkRelated(asked as unknown as DteRequest, { request, origenes: [origen] })
}

const NUMERO = 'documentoRelacionado[0].numeroDocumento'

test('a note over a document that counts, between its parties, has no problem', () => {
  const dashed = { numDocumento: '0614-010190-002-7' }
  for (const one of [
    {},
    { entry: { numeroDocumento: CODIGO.toLowerCase(), tipoGeneracion: undefined } },
    { completed: { receptor: dashed } },
    { asked: { receptor: dashed } },
    { completed: { receptor: { numDocumento: null } } }, // told by the rules
    { completed: { receptor: null } },
    { ventaTercero: TERCERO, completed: { ventaTercero: TERCERO } },
    { ventaTercero: TERCERO, asked: { ventaTercero: { ...TERCERO, nit: '0614-010190-004-3' } } },
    { ventaTercero: WITHOUT_NIT, completed: { ventaTercero: WITHOUT_NIT } },
    { tipoDte: '01', entry: { tipoDocumento: '01' }, asked: { ventaTercero: TERCERO } }, // told by the rules
    { asked: { aplicarRetencionIva: true }, ivaRete: 1n },
    { asked: { aplicarPercepcionIva: true }, ivaPerci: 1n },
    { asked: { aplicarRetencionIva: true, tipoDte: '06' }, ivaRete: 0n },
    { asked: { aplicarRetencionIva: false } },
    { asked: { aplicarRetencionIva: true, items: [{ ...LINE, tipoVenta: 'exenta' }] } },
    { asked: { aplicarRetencionIva: true, items: [{ ...LINE, noGravado: 2 }] } },
    { asked: { aplicarRetencionIva: true, items: [{ ...LINE, numeroDocumento: 'OTRO' }] } },
    { entries: [FULL, FULL], asked: { aplicarRetencionIva: true } }, // a line that names none
  ] as const satisfies readonly Case[]) {
    assert.deepEqual(
      issuesOf(one),
      [],
      JSON.stringify(one, (_, v) => String(v)),
    )
  }
})

const told = (field: string, message: string) => [{ field, rule: 'MF-37', message }]

test('only a sealed document is adjusted, and each other state says why not', () => {
  const waits = `El documento ${CODIGO} todavía no tiene sello; espere a que Hacienda lo selle y haga entonces la nota.`
  const never = `El documento ${CODIGO} no llegó a existir para Hacienda: no hay nada que ajustar.`
  const says: Readonly<Record<Estado, string | null>> = {
    ...{ reservado: waits, firmado: waits, contingencia: waits, sellado: null },
    ...{ rechazado: never, liberado: never, descartado: never },
    invalidado: `El documento ${CODIGO} está invalidado: no hay nada que ajustar.`,
  }
  for (const estado of ESTADOS) {
    const message = says[estado]
    assert.deepEqual(issuesOf({ estado }), message === null ? [] : told(NUMERO, message))
  }
})

test('our own document in full is held to what was issued', () => {
  for (const [entry, field, message] of [
    [
      { numeroDocumento: CODIGO.replaceAll('-', '') },
      'numeroDocumento',
      `El documento es uno de los suyos; escriba su código de generación: ${CODIGO}.`,
    ],
    [
      { tipoGeneracion: 1 },
      'tipoGeneracion',
      'El documento se emitió aquí y es electrónico; use tipoGeneracion 2 o quítelo.',
    ],
    [
      { tipoDocumento: '07' },
      'tipoDocumento',
      'El documento relacionado es del tipo 03; corríjalo.',
    ],
    [
      { fechaEmision: '2026-11-21' },
      'fechaEmision',
      'El documento relacionado es del 2026-11-20; corrija la fecha.',
    ],
  ] as const) {
    assert.deepEqual(issuesOf({ entry }), told(`documentoRelacionado[0].${field}`, message))
  }
})

test('a control number names no document, however it is written', () => {
  const numero = 'DTE-03-M001P001-000000000000001'
  for (const numeroDocumento of [numero, ` ${numero.toLowerCase()}`]) {
    const entries = [FULL, { ...FULL, numeroDocumento, tipoGeneracion: 1 }]
    assert.deepEqual(
      issuesOf({ entries }),
      told(
        'documentoRelacionado[1].numeroDocumento',
        `"${numeroDocumento}" es un número de control; un documento electrónico se relaciona por su código de generación.`,
      ),
    )
  }
  for (const numeroDocumento of ['DTE1', 'A-DTE-1']) {
    assert.deepEqual(issuesOf({ entries: [FULL, { ...FULL, numeroDocumento }] }), [])
  }
})

test('a note is between the parties of its documents, and says which of them it has not', () => {
  const receptor = { numDocumento: '0614-010190-003-5' }
  const other = { ...TERCERO, nit: '06140101900051' }
  const ofAnother = `El documento ${CODIGO} no es por cuenta del mismo tercero que el primero; haga una nota para cada uno.`
  const stated = `El tercero no es el del documento ${CODIGO}; escriba el de ese documento, o quite ventaTercero y se toma de él.`
  for (const [one, field, message] of [
    [
      { asked: { receptor } },
      'receptor.numDocumento',
      `El receptor no es el del documento ${CODIGO}; escriba el de ese documento, o quite receptor y se toma de él.`,
    ],
    [
      { completed: { receptor } },
      NUMERO,
      `El documento ${CODIGO} es de otro receptor que el primero; haga una nota para cada receptor.`,
    ],
    [{ asked: { ventaTercero: TERCERO } }, 'ventaTercero', stated],
    [{ ventaTercero: TERCERO, asked: { ventaTercero: other } }, 'ventaTercero', stated],
    [{ completed: { ventaTercero: TERCERO } }, NUMERO, ofAnother],
    [{ ventaTercero: TERCERO }, NUMERO, ofAnother],
    [{ ventaTercero: WITHOUT_NIT }, NUMERO, ofAnother],
  ] as const) {
    assert.deepEqual(issuesOf(one), told(field, message))
  }
})

test('a stated 1 % is what the document did on a credit note, and on a debit note not both', () => {
  const none = (member: string, did: string) =>
    `El documento ${CODIGO} no ${did} el 1 % de IVA y una nota de crédito no lo devuelve; quite ${member} y cada línea hace lo que hizo su documento.`
  const both = (member: string, did: string) =>
    `El documento ${CODIGO} ${did} el 1 % de IVA y una misma línea no hace las dos cosas; quite ${member} y cada línea hace lo que hizo su documento.`
  const [rete, perci] = ['aplicarRetencionIva', 'aplicarPercepcionIva'] as const
  const line = { ...LINE, numeroDocumento: CODIGO.toLowerCase() }
  for (const [one, field, message] of [
    [{ asked: { [rete]: true }, ivaPerci: 1n }, rete, none(rete, 'retuvo')],
    [{ asked: { [perci]: true }, ivaRete: 1n }, perci, none(perci, 'percibió')],
    [{ asked: { [rete]: true, items: [line] } }, rete, none(rete, 'retuvo')],
    [
      { entries: [FULL, FULL], asked: { [rete]: true, items: [LINE, line] } },
      rete,
      none(rete, 'retuvo'),
    ],
    [{ asked: { tipoDte: '06', [rete]: true }, ivaPerci: 1n }, rete, both(rete, 'percibió')],
    [{ asked: { tipoDte: '06', [perci]: true }, ivaRete: 1n }, perci, both(perci, 'retuvo')],
  ] as const) {
    assert.deepEqual(issuesOf(one), told(field, message))
  }
})
