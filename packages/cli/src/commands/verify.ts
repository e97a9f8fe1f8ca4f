import type { Finding } from '@sello/client'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { usage } from '../exit.ts'
import type { Io, Result } from '../io.ts'
import { certificatesOf, type FindCertificates, keysOf } from '../verify/certificates.ts'
import { type DocumentFile, documentFiles, readBounded, Unreadable } from '../verify/files.ts'

interface Options extends Common {
  readonly key?: string
  readonly url?: string
  readonly sinSello?: boolean
}

const HELP = `
Comprueba la firma sobre los bytes exactos, la versión, los números, las sumas, el sello, y la copia
impresa (el PDF del mismo nombre) con su QR. Con --key no se habla con nadie; con --url se piden al
servicio los certificados públicos de cada emisor. Una línea por archivo; termina con 1 si alguno no
es bueno. Una carpeta se revisa entera.`

/** Files at a time: the disk is faster than one signature. */
const CONCURRENCY = 16
const PROGRESS_EVERY = 1_000

/** `sello verify FILE…`: whether documents are what their issuer signed. */
export function verify(io: Io): Command {
  const made = command(io, 'verify', 'comprueba documentos sin confiar en quien los entrega')
    .usage('<archivo o carpeta…> [opciones]')
    .argument('<archivos...>')
    .option('--key <ruta>', 'PEM con la llave pública del emisor, o con varias')
    .option('--url <dirección>', 'el servicio que emitió, que publica los certificados')
    .option('--without-seal', 'acepta documentos que todavía no tienen sello')
    .addHelpText('after', HELP)
  return onRun<Options>(made, io, async (options) => {
    const find = await finder(io, options)
    const check = await checker(find, options.sinSello ?? false)
    const told = { good: 0, bad: 0 }
    const results: object[] = []
    await eachOf(documentFiles(made.args), async (file) => {
      const findings = await check(file)
      told[findings.length === 0 ? 'good' : 'bad'] += 1
      if (options.json) results.push({ file: file.json, good: findings.length === 0, findings })
      else io.out(lineOf(file, findings))
      const done = told.good + told.bad
      if (done % PROGRESS_EVERY === 0) io.err(`${done} revisados, ${told.bad} con problemas`)
    })
    return resultOf(told, results)
  })
}

async function finder(io: Io, { key, url }: Options): Promise<FindCertificates> {
  if (key !== undefined) return keysOf(key)
  const baseUrl = url ?? io.env.SELLO_URL
  if (baseUrl === undefined) usage('Falta con qué verificar: --key LLAVE.pem, o --url SERVICIO.')
  const { Sello } = await import('@sello/client')
  return certificatesOf(new Sello({ baseUrl }))
}

async function checker(find: FindCertificates, withoutSeal: boolean) {
  const { checkPrinted, issuerOf, verifyDocument } = await import('@sello/client')
  const { readPdf } = await import('@sello/client/node')
  const { qrOf } = await import('@sello/paper')
  const examine = async ({ json, pdf, problem }: DocumentFile): Promise<readonly Finding[]> => {
    if (problem !== undefined) throw new Unreadable(`${json}: ${problem}`)
    const text = (await readBounded(json)).toString('utf8')
    const certificates = await find(issuerOf(text) ?? '')
    const { findings, facts } = await verifyDocument(text, { certificates, withoutSeal })
    if (pdf === null || facts === null) return findings
    const pages = readPdf(await readBounded(pdf))
    if (!pages) {
      return [...findings, { code: 'printed_copy', message: `${pdf} no es un PDF entero.` }]
    }
    return [...findings, ...checkPrinted(pages, facts, (address) => qrOf(address).path.trim())]
  }
  return (file: DocumentFile) =>
    examine(file).catch((error: unknown): readonly Finding[] => {
      if (!(error instanceof Unreadable)) throw error
      return [{ code: 'structure', message: error.message }] // one bad file does not end a folder
    })
}

async function eachOf(
  files: AsyncGenerator<DocumentFile>,
  work: (file: DocumentFile) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let next = await files.next(); !next.done; next = await files.next()) {
        await work(next.value)
      }
    }),
  )
}

function lineOf({ json, pdf }: DocumentFile, findings: readonly Finding[]): string {
  if (findings.length === 0) return `bueno  ${json}${pdf === null ? '' : ' y su PDF'}`
  return `MALO   ${json}: ${findings.map(({ message }) => message).join(' ')}`
}

function resultOf(
  { good, bad }: { good: number; bad: number },
  results: readonly object[],
): Result {
  return {
    json: { buenos: good, malos: bad, archivos: results },
    text: `${good} buenos, ${bad} con problemas.`,
    ending: bad > 0 ? 'refused' : undefined,
  }
}
