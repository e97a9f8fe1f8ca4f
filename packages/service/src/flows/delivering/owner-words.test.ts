/** What each mail to an owner says, word by word: what happened, what to do, until when, and where. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DueOwnerMail } from '../../ledger/owner-mails/due.ts'
import { TIPOS_PARA_DUENOS } from '../../ledger/owner-mails/owed.ts'
import { ownerWords } from './owner-words.ts'
import { textOf } from './text.ts'

const ORIGIN = 'https://sello.example'
const AT = '2026-12-01T18:30:00.000Z' // 12:30 in El Salvador

type About = Pick<DueOwnerMail, 'tipo' | 'datos'>

const mailOf = (about: About, ambiente: '00' | '01' = '01', origin: string | null = ORIGIN) =>
  ownerWords({ ...about, ambiente, nit: '06140101001234', nombre: 'Café', at: new Date(0) }, origin)

const CERTIFICADO = [
  'Cuando venza, nada se podrá firmar con él: no habrá ventas, ni contingencia.',
  'Pida uno nuevo en el portal de Hacienda y súbalo en Ajustes, Certificado. Sus llaves siguen sirviendo.',
]
const CUENTA = [
  'Mientras no se cambie, ningún documento se puede transmitir: se quedan sin sello, y sus plazos corren.',
  'Cree otra en el portal de Hacienda y guárdela en Ajustes, Hacienda.',
]

interface Mail extends About {
  readonly says: readonly string[]
  readonly fact: readonly [label: string, value: string] | null
  readonly link: readonly [label: string, page: string]
}

const MAILS: readonly Mail[] = [
  {
    tipo: 'certificado.vence_pronto',
    datos: { vence: AT, dias: 7 },
    says: ['El certificado vence en 7 días', ...CERTIFICADO],
    fact: ['Vence', '01/12/2026, 12:30'],
    link: ['Abrir Certificado', '/ajustes/certificado'],
  },
  {
    tipo: 'certificado.vence_pronto',
    datos: { vence: AT, dias: 1 },
    says: ['El certificado vence en un día', ...CERTIFICADO],
    fact: ['Vence', '01/12/2026, 12:30'],
    link: ['Abrir Certificado', '/ajustes/certificado'],
  },
  {
    tipo: 'contingencia.vence_pronto',
    datos: { limite: AT, de: 'evento' },
    says: [
      'Falta firmar el evento de contingencia',
      'Hacienda volvió, y hay documentos emitidos en contingencia cuyo evento nadie ha firmado. Tiene que llegarle en 24 horas.',
      'Se firma solo con la próxima venta, o en la consola, en Contingencia.',
    ],
    fact: ['Plazo', '01/12/2026, 12:30'],
    link: ['Abrir Contingencia', '/contingencia'],
  },
  {
    tipo: 'contingencia.vence_pronto',
    datos: { limite: AT, de: 'documentos' },
    says: [
      'Faltan documentos de la contingencia por sellar',
      'El evento de contingencia está sellado, y quedan documentos suyos sin sello. Tienen que llegar a Hacienda en 72 horas.',
      'El servicio los envía por su cuenta. Si siguen ahí, la consola dice por qué en Contingencia.',
    ],
    fact: ['Plazo', '01/12/2026, 12:30'],
    link: ['Abrir Contingencia', '/contingencia'],
  },
  {
    tipo: 'copia.fallida',
    datos: { desde: AT },
    says: [
      'Las copias de sus documentos no se están guardando',
      'Un destino de almacenamiento no recibe archivos. El servicio los conserva y lo intenta de nuevo por su cuenta.',
      'En Ajustes, Almacenamiento está el motivo. Si el destino no existe más o cambió su llave, conéctelo de nuevo.',
    ],
    fact: ['Desde', '01/12/2026, 12:30'],
    link: ['Abrir Almacenamiento', '/ajustes/almacenamiento'],
  },
  {
    tipo: 'cuenta.rechazada',
    datos: { motivo: 'vencida' },
    says: ['Hacienda pide cambiar la contraseña de la API', ...CUENTA],
    fact: null,
    link: ['Abrir Hacienda', '/ajustes/credenciales'],
  },
  {
    tipo: 'cuenta.rechazada',
    datos: { motivo: 'rechazada' },
    says: ['Hacienda rechaza la contraseña de la API', ...CUENTA],
    fact: null,
    link: ['Abrir Hacienda', '/ajustes/credenciales'],
  },
  {
    tipo: 'llave.suspendida',
    datos: { keyId: 'K' },
    says: [
      'Se suspendió la firma de una llave',
      'Llegaron cinco claves de firma equivocadas en una hora con esta llave. Hasta que alguien la reactive no firma nada.',
      'Revise qué programa la usa. Si no lo reconoce, revóquela; si fue un error de configuración, corríjalo y reactívela, en Ajustes, Llaves.',
    ],
    fact: ['Llave', 'K'],
    link: ['Abrir Llaves', '/ajustes/llaves'],
  },
  {
    tipo: 'webhook.apagado',
    datos: { webhookId: 'W' },
    says: [
      'Se apagó un webhook',
      'Durante cinco días no llegó nada a su dirección, o respondió que no quiere más (410). Lo que pasó en los últimos 30 días se conserva.',
      'Arregle lo que recibe y enciéndalo de nuevo en Ajustes, Webhooks: sigue donde quedó.',
    ],
    fact: ['Webhook', 'W'],
    link: ['Abrir Webhooks', '/ajustes/webhooks'],
  },
]

test('each kind of mail says what happened, what to do, until when and where', () => {
  for (const { says, fact, link, ...about } of MAILS) {
    const words = mailOf(about)
    assert.deepEqual([words.title, ...words.paragraphs], says)
    assert.equal(words.subject, `Café: ${words.title}`)
    const company = [
      ['Empresa', 'Café'],
      ['Ambiente', 'Producción'],
    ]
    assert.deepEqual(words.facts, fact ? [...company, fact] : company)
    const [label, page] = link
    assert.deepEqual(words.link, { label, url: `${ORIGIN}/06140101001234${page}` })
  }
  assert.deepEqual([...new Set(MAILS.map(({ tipo }) => tipo))], [...TIPOS_PARA_DUENOS])
})

test('of the test environment it says so, and without a known console it has no link', () => {
  const about: About = { tipo: 'copia.fallida', datos: { desde: AT } }
  const { facts, link } = mailOf(about, '00')
  assert.deepEqual(facts[1], ['Ambiente', 'Pruebas'])
  assert.equal(link?.url, `${ORIGIN}/06140101001234/pruebas/ajustes/almacenamiento`)
  assert.equal(mailOf(about, '01', null).link, null)
})

test('as plain text it is title, sentences, facts in columns, link and why one gets it', () => {
  assert.equal(
    textOf(mailOf({ tipo: 'cuenta.rechazada', datos: { motivo: 'vencida' } })),
    `HACIENDA PIDE CAMBIAR LA CONTRASEÑA DE LA API

Mientras no se cambie, ningún documento se puede transmitir: se quedan sin sello, y sus plazos corren.

Cree otra en el portal de Hacienda y guárdela en Ajustes, Hacienda.

Empresa:  Café
Ambiente: Producción

Abrir Hacienda: ${ORIGIN}/06140101001234/ajustes/credenciales

--
Recibe este aviso porque es dueño de Café (NIT 06140101001234) en Sello.`,
  )
  const words = mailOf({ tipo: 'cuenta.rechazada', datos: { motivo: 'vencida' } })
  assert.equal(
    textOf({ ...words, warning: 'Un aviso.', paragraphs: ['Una frase.'], facts: [], link: null }),
    `HACIENDA PIDE CAMBIAR LA CONTRASEÑA DE LA API

Un aviso.

Una frase.

--
Recibe este aviso porque es dueño de Café (NIT 06140101001234) en Sello.`,
  )
})
