/** What the page says, in Spanish, and in English to the buyer of an export. */
import type { Estado } from '@sello/contract'

export type Language = 'es' | 'en'

interface Said {
  readonly kind: 'good' | 'warning' | 'bad'
  readonly text: string
}

export interface PageWords {
  readonly estado: (estado: Estado, isTest: boolean) => Said
  /** Of AAAA-MM-DD. */
  readonly day: (fecha: string) => string
  readonly test: string
  readonly control: string
  readonly code: string
  readonly date: string
  readonly seal: string
  readonly pdf: string
  readonly json: string
  readonly ministry: string
  readonly signature: string
  readonly checking: string
  readonly unsealed: string
  readonly withoutScript: string
  readonly good: string
  readonly bad: string
  readonly failed: string
  readonly proves: string
  readonly copy: string
  readonly page: (n: number, of: number) => string
}

const ES: PageWords = {
  day: (fecha) => fecha.split('-').reverse().join('/'),
  estado(estado, isTest) {
    if (estado === 'sellado' && isTest)
      return { kind: 'good', text: 'Sellado en el servicio de pruebas de Hacienda.' }
    if (estado === 'sellado')
      return { kind: 'good', text: 'Sellado por el Ministerio de Hacienda: es válido.' }
    if (estado === 'invalidado')
      return { kind: 'bad', text: 'Invalidado ante Hacienda: ya no tiene efecto.' }
    if (estado === 'contingencia' || estado === 'firmado')
      return { kind: 'warning', text: 'Copia transitoria: todavía no tiene el sello de Hacienda.' }
    return { kind: 'bad', text: 'Hacienda no lo selló: este documento no es válido.' }
  },
  test: 'Es una prueba: no tiene validez fiscal.',
  control: 'Número de control',
  code: 'Código de generación',
  date: 'Fecha',
  seal: 'Sello de recepción',
  pdf: 'Descargar la copia (PDF)',
  json: 'Descargar el documento (JSON)',
  ministry: 'Consultarlo en Hacienda',
  signature: 'La firma',
  checking: 'Su navegador está comprobando la firma…',
  unsealed: 'Se comprueba sobre el documento sellado, que todavía no hay.',
  withoutScript: 'Para comprobar la firma aquí, el navegador tiene que permitir JavaScript.',
  good: 'La firma es buena: el documento es, letra por letra, el que el emisor firmó.',
  bad: 'La firma no corresponde: no confíe en este archivo, y avise a quien se lo envió.',
  failed: 'No se pudo comprobar la firma. Vuelva a abrir la página.',
  proves:
    'Esto lo comprueba su navegador con la llave pública del emisor, que publica este mismo servicio. Prueba que el archivo no ha cambiado desde que se firmó; no prueba que Hacienda lo tenga ni que siga vigente: eso lo dice la consulta de Hacienda.',
  copy: 'Copia impresa',
  page: (n, of) => `Copia impresa, página ${n} de ${of}`,
}

const EN: PageWords = {
  day: (fecha) => fecha,
  estado(estado, isTest) {
    if (estado === 'sellado' && isTest)
      return { kind: 'good', text: 'Sealed in the test service of the tax authority.' }
    if (estado === 'sellado')
      return { kind: 'good', text: 'Sealed by the tax authority of El Salvador: it is valid.' }
    if (estado === 'invalidado')
      return { kind: 'bad', text: 'Cancelled before the tax authority: it has no effect any more.' }
    if (estado === 'contingencia' || estado === 'firmado')
      return { kind: 'warning', text: 'Transitory copy: the tax authority has not sealed it yet.' }
    return { kind: 'bad', text: 'The tax authority did not seal it: this document is not valid.' }
  },
  test: 'This is a test: it has no fiscal validity.',
  control: 'Control number',
  code: 'Document code',
  date: 'Date',
  seal: 'Reception seal',
  pdf: 'Download the copy (PDF)',
  json: 'Download the document (JSON)',
  ministry: 'Look it up at the tax authority',
  signature: 'The signature',
  checking: 'Your browser is checking the signature…',
  unsealed: 'It is checked over the sealed document, which does not exist yet.',
  withoutScript: 'To check the signature here, the browser has to allow JavaScript.',
  good: 'The signature is good: the document is, letter by letter, what the issuer signed.',
  bad: 'The signature does not match: do not trust this file, and tell whoever sent it.',
  failed: 'The signature could not be checked. Open the page again.',
  proves:
    'Your browser checks this with the public key of the issuer, which this same service publishes. It proves that the file has not changed since it was signed; it does not prove that the tax authority has it, nor that it is still in force: that is what the look-up there says.',
  copy: 'Printed copy',
  page: (n, of) => `Printed copy, page ${n} of ${of}`,
}

export const pageWords = (language: Language): PageWords => (language === 'en' ? EN : ES)

export const UNKNOWN =
  'Este enlace no lleva a ningún documento. Puede que el emisor lo haya retirado: pídale otro. / This link leads to no document: ask the issuer for another one.'
