/** What a buyer is told by mail, word by word. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPRESA } from '../../../test/world.ts'
import type { Stored } from '../../ledger/documents/find.ts'
import { wordsOf } from './words.ts'

type Told = Pick<Stored, 'ambiente' | 'estado' | 'tipoDte'>

const SELLO = '2026ABCDEF'
const stored = (members: Told) =>
  ({
    ...members,
    numeroControl: 'DTE-01-M001P001-000000000000001',
    codigoGeneracion: 'C0D160',
    fecEmi: '2026-11-22',
    selloRecibido: members.estado === 'contingencia' ? null : SELLO,
    totales: { totalPagar: 3.5 },
  }) as Stored

const COMPANY = { ...EMPRESA, nombre: 'Café de Prueba, S.A. de C.V.', nombreComercial: 'El Café' }
const mailOf = (members: Told, link: string | null = null) =>
  wordsOf(stored(members), { company: COMPANY, link })

const warningOf = (ambiente: '00' | '01', estado: Stored['estado'], tipoDte: '01' | '11' = '01') =>
  mailOf({ ambiente, estado, tipoDte }).warning

test('a sealed document of production has no warning, and one of test says what it is', () => {
  assert.equal(warningOf('01', 'sellado'), null)
  assert.equal(warningOf('00', 'sellado'), 'Es una prueba: no tiene validez fiscal.')
  assert.equal(warningOf('01', 'sellado', '11'), null)
  assert.equal(warningOf('00', 'sellado', '11'), 'This is a test: it has no fiscal validity.')
})

const CONTINGENCIA =
  'Copia transitoria, emitida en contingencia: todavía no tiene el sello de Hacienda.'

test('what has no seal yet says so, with the test behind it', () => {
  assert.equal(
    warningOf('00', 'contingencia'),
    `${CONTINGENCIA} Es una prueba: no tiene validez fiscal.`,
  )
})

interface Mail {
  readonly tipoDte: Stored['tipoDte']
  readonly estado: Stored['estado']
  readonly subject: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly warning: string | null
}

const SEALED =
  'Adjuntos van la copia impresa (PDF) y el documento tributario electrónico (JSON), que es el que tiene validez: guarde los dos.'

const MAILS: readonly Mail[] = [
  {
    ...{ tipoDte: '01', estado: 'sellado' },
    ...{ subject: 'Factura de El Café', title: 'Factura' },
    paragraphs: ['El Café le envía su factura.', SEALED],
    warning: null,
  },
  {
    ...{ tipoDte: '03', estado: 'sellado' },
    subject: 'Crédito fiscal de El Café',
    title: 'Crédito fiscal',
    paragraphs: ['El Café le envía su crédito fiscal.', SEALED],
    warning: null,
  },
  {
    ...{ tipoDte: '01', estado: 'contingencia' },
    ...{ subject: 'Factura de El Café (copia transitoria)', title: 'Factura' },
    paragraphs: [
      'El Café le envía la copia de su factura.',
      'Cuando el Ministerio de Hacienda lo selle recibirá otro correo con el documento definitivo.',
    ],
    warning: CONTINGENCIA,
  },
  {
    ...{ tipoDte: '01', estado: 'invalidado' },
    ...{ subject: 'Factura de El Café: invalidada', title: 'Factura' },
    paragraphs: [
      'El Café invalidó esta factura ante el Ministerio de Hacienda.',
      'Si tiene preguntas, responda este correo.',
    ],
    warning: 'Factura invalidada: ya no tiene efecto.',
  },
  {
    ...{ tipoDte: '03', estado: 'invalidado' },
    subject: 'Crédito fiscal de El Café: invalidado',
    title: 'Crédito fiscal',
    paragraphs: [
      'El Café invalidó este crédito fiscal ante el Ministerio de Hacienda.',
      'Si tiene preguntas, responda este correo.',
    ],
    warning: 'Crédito fiscal invalidado: ya no tiene efecto.',
  },
  {
    ...{ tipoDte: '11', estado: 'sellado' },
    ...{ subject: 'Export invoice from El Café', title: 'Export invoice' },
    paragraphs: [
      'El Café sends you your export invoice.',
      'Attached are the printed copy (PDF) and the electronic tax document (JSON), which is the valid one: keep both.',
    ],
    warning: null,
  },
  {
    ...{ tipoDte: '11', estado: 'contingencia' },
    ...{ subject: 'Export invoice from El Café (transitory copy)', title: 'Export invoice' },
    paragraphs: [
      'El Café sends you a copy of your export invoice.',
      'When the tax authority of El Salvador has sealed it you will receive the final document in another message.',
    ],
    warning:
      'Transitory copy, issued in contingency: it does not have the seal of the tax authority yet.',
  },
  {
    ...{ tipoDte: '11', estado: 'invalidado' },
    ...{ subject: 'Export invoice from El Café: cancelled', title: 'Export invoice' },
    paragraphs: [
      'El Café has cancelled this export invoice before the tax authority of El Salvador.',
      'If you have questions, reply to this message.',
    ],
    warning: 'Cancelled invoice: it has no effect any more.',
  },
]

test('a mail says what the document is and what became of it, in the language of its buyer', () => {
  for (const { tipoDte, estado, ...says } of MAILS) {
    const { language, issuer, facts, link, footer, ...said } = mailOf({
      ...{ ambiente: '01', estado, tipoDte },
    })
    assert.deepEqual(said, says)
    assert.equal(language, tipoDte === '11' ? 'en' : 'es')
    assert.equal(issuer, 'El Café')
    assert.equal(link, null)
    assert.equal(footer, `${COMPANY.nombre} · NIT ${COMPANY.nit}`)
  }
})

test('its facts are the document’s, with the seal where there is one', () => {
  const url = 'https://sello.example/d/x'
  const spanish = mailOf({ ambiente: '01', estado: 'sellado', tipoDte: '01' }, url)
  assert.deepEqual(spanish.facts, [
    ['Número de control', 'DTE-01-M001P001-000000000000001'],
    ['Código de generación', 'C0D160'],
    ['Fecha', '22/11/2026'],
    ['Sello de recepción', SELLO],
    ['Total', '$3.50'],
  ])
  assert.deepEqual(spanish.link, { url, label: 'Ver el documento' })
  const english = mailOf({ ambiente: '01', estado: 'sellado', tipoDte: '11' }, url)
  assert.deepEqual(english.facts, [
    ['Control number', 'DTE-01-M001P001-000000000000001'],
    ['Document code', 'C0D160'],
    ['Date', '2026-11-22'],
    ['Reception seal', SELLO],
    ['Total', '$3.50 USD'],
  ])
  assert.deepEqual(english.link, { url, label: 'View the document' })
  for (const tipoDte of ['01', '11'] as const) {
    const { facts } = mailOf({ ambiente: '01', estado: 'contingencia', tipoDte })
    assert.equal(facts.length, 4)
  }
})

test('a company without a trade name is named as it is registered', () => {
  const company = { ...COMPANY, nombreComercial: null }
  const sealed = stored({ ambiente: '01', estado: 'sellado', tipoDte: '01' })
  const { issuer, subject, paragraphs } = wordsOf(sealed, { company, link: null })
  assert.equal(issuer, COMPANY.nombre)
  assert.equal(subject, `Factura de ${COMPANY.nombre}`)
  assert.equal(paragraphs[0], `${COMPANY.nombre} le envía su factura.`)
})
