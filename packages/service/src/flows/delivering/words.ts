/** What a mail says, in Spanish, and in English to the buyer of an export. */
import type { Estado } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import type { CompanyData } from '../../ledger/companies/company.ts'
import type { Stored } from '../../ledger/documents/find.ts'

export interface Words {
  readonly language: 'es' | 'en'
  readonly issuer: string
  readonly subject: string
  readonly title: string
  /** One sentence each. */
  readonly paragraphs: readonly string[]
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly link: { readonly url: string; readonly label: string } | null
  readonly footer: string
  /** What must not be overlooked; null: nothing. */
  readonly warning: string | null
}

export interface About {
  readonly company: CompanyData
  /** The buyer's page; null: there is none. */
  readonly link: string | null
}

export function wordsOf(documento: Stored, { company, link }: About): Words {
  const issuer = company.nombreComercial ?? company.nombre
  const language = documento.tipoDte === '11' ? 'en' : 'es'
  const { linkLabel, ...said } = (language === 'en' ? english : spanish)(documento, issuer)
  const test = documento.ambiente === '00' ? TEST[language] : null
  return {
    ...said,
    language,
    issuer,
    link: link === null ? null : { url: link, label: linkLabel },
    warning: [said.warning, test].filter((one) => one !== null).join(' ') || null,
    footer: `${company.nombre} · NIT ${company.nit}`,
  }
}

const TEST = {
  es: 'Es una prueba: no tiene validez fiscal.',
  en: 'This is a test: it has no fiscal validity.',
}

type Said = Omit<Words, 'language' | 'issuer' | 'link' | 'footer'> & { readonly linkLabel: string }

const amount = (documento: Stored) => `$${documento.totales.totalPagar.toFixed(2)}`

const date = (fecEmi: string) => fecEmi.split('-').reverse().join('/')

function spanish(documento: Stored, issuer: string): Said {
  const { nombre: name, genero } = TIPOS[documento.tipoDte].palabras
  const nombre = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
  const a = genero === 'femenino'
  const of = kindOf(documento.estado)
  const says = {
    sellado: {
      subject: `${name} de ${issuer}`,
      paragraphs: [
        `${issuer} le envía su ${nombre}.`,
        'Adjuntos van la copia impresa (PDF) y el documento tributario electrónico (JSON), que es el que tiene validez: guarde los dos.',
      ],
      warning: null,
    },
    contingencia: {
      subject: `${name} de ${issuer} (copia transitoria)`,
      paragraphs: [
        `${issuer} le envía la copia de su ${nombre}.`,
        'Cuando el Ministerio de Hacienda lo selle recibirá otro correo con el documento definitivo.',
      ],
      warning: 'Copia transitoria, emitida en contingencia: todavía no tiene el sello de Hacienda.',
    },
    invalidado: {
      subject: `${name} de ${issuer}: ${a ? 'invalidada' : 'invalidado'}`,
      paragraphs: [
        `${issuer} invalidó ${a ? 'esta' : 'este'} ${nombre} ante el Ministerio de Hacienda.`,
        'Si tiene preguntas, responda este correo.',
      ],
      warning: `${name} ${a ? 'invalidada' : 'invalidado'}: ya no tiene efecto.`,
    },
  }[of]
  return {
    ...says,
    title: name,
    facts: [
      ['Número de control', documento.numeroControl],
      ['Código de generación', documento.codigoGeneracion],
      ['Fecha', date(documento.fecEmi)],
      ...(documento.selloRecibido
        ? [['Sello de recepción', documento.selloRecibido] as const]
        : []),
      ['Total', amount(documento)],
    ],
    linkLabel: 'Ver el documento',
  }
}

function english(documento: Stored, issuer: string): Said {
  const says = {
    sellado: {
      subject: `Export invoice from ${issuer}`,
      paragraphs: [
        `${issuer} sends you your export invoice.`,
        'Attached are the printed copy (PDF) and the electronic tax document (JSON), which is the valid one: keep both.',
      ],
      warning: null,
    },
    contingencia: {
      subject: `Export invoice from ${issuer} (transitory copy)`,
      paragraphs: [
        `${issuer} sends you a copy of your export invoice.`,
        'When the tax authority of El Salvador has sealed it you will receive the final document in another message.',
      ],
      warning:
        'Transitory copy, issued in contingency: it does not have the seal of the tax authority yet.',
    },
    invalidado: {
      subject: `Export invoice from ${issuer}: cancelled`,
      paragraphs: [
        `${issuer} has cancelled this export invoice before the tax authority of El Salvador.`,
        'If you have questions, reply to this message.',
      ],
      warning: 'Cancelled invoice: it has no effect any more.',
    },
  }[kindOf(documento.estado)]
  return {
    ...says,
    title: 'Export invoice',
    facts: [
      ['Control number', documento.numeroControl],
      ['Document code', documento.codigoGeneracion],
      ['Date', documento.fecEmi],
      ...(documento.selloRecibido ? [['Reception seal', documento.selloRecibido] as const] : []),
      ['Total', `${amount(documento)} USD`],
    ],
    linkLabel: 'View the document',
  }
}

type Told = 'sellado' | 'contingencia' | 'invalidado'

/** Whether there is anything to tell a buyer of a document in this state. */
export const isTold = (estado: Estado): estado is Told =>
  estado === 'sellado' || estado === 'contingencia' || estado === 'invalidado'

function kindOf(estado: Estado): Told {
  if (isTold(estado)) return estado
  throw new Error(`bug: a mail about a document that is ${estado}`)
}
