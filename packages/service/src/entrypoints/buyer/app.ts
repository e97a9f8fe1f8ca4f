/**
 * The page of a document (docs/wire.md#pagina): whoever has its address reads it. It counts visits of nobody, and asks
 * nothing of another server.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, peerOf } from '../../base/net/network.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import type { Deps } from '../../flows/context.ts'
import { findDocumentSubject } from '../../flows/keeping/file-subject.ts'
import { jsonFileOf, pdfFileOf, sheetOf } from '../../flows/keeping/files.ts'
import { findBrand, logoTypeOf } from '../../ledger/companies/brands.ts'
import { listCertificates } from '../../ledger/companies/certificates.ts'
import { findCompanyData } from '../../ledger/companies/company.ts'
import { findPage, TOKEN } from '../../ledger/pages/pages.ts'
import { createConsoleLimits } from '../console/limits.ts'
import { readAssets } from './assets.ts'
import { drawPage, isPrinted } from './page.ts'
import { UNKNOWN } from './words.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

type Visit = FastifyRequest<{ Params: { token: string } }>

/** `processes` share what one address may do. */
export function addBuyerPages(
  app: FastifyInstance,
  { deps, basePath, processes }: { deps: Deps; basePath: string; processes: number },
): void {
  const pages = { ...deps, pool: deps.consolePool } // strangers take none of the connections that issue
  const limits = createConsoleLimits(deps.clock, processes)
  const assets = readAssets()
  const shared = `${basePath}/d`
  const at = (url: string, handler: (request: Visit, reply: FastifyReply) => Promise<unknown>) =>
    app.route<{ Params: { token: string } }>({
      method: ['GET', 'HEAD'],
      url: `${shared}${url}`,
      async handler(request, reply) {
        limits.admit('page', networkOf(peerOf(request) ?? ''), reply.raw) // 429
        return handler(request, reply.headers(HEADERS))
      },
    })

  at('/:token', async ({ params }, reply) => {
    const found = await find(pages, params.token)
    if (!found) return unknown(reply)
    const { documento } = found.files
    const address = `${shared}/${params.token}`
    const copy = isPrinted(documento)
      ? await deps.printer.screens({ ...sheetOf(found.files), logo: `${address}/logo` })
      : []
    const company = await findCompanyData(pages.pool, documento.companyId)
    const certificates = await listCertificates(pages.pool, company.nit)
    const keys = certificates
      .filter(({ ambiente }) => ambiente === documento.ambiente)
      .map(({ public_key }) => public_key)
    const html = drawPage({ documento, company, keys, copy, address, shared })
    return reply.type('text/html; charset=utf-8').send(html)
  })

  at('/:token/copia.pdf', async ({ params }, reply) => {
    const found = await find(pages, params.token)
    if (!found || !isPrinted(found.files.documento)) return unknown(reply)
    const bytes = await pdfFileOf(found.files, deps.printer)
    return sendFile(reply, { bytes, type: 'application/pdf', name: `${numberOf(found)}.pdf` })
  })

  at('/:token/documento.json', async ({ params }, reply) => {
    const found = await find(pages, params.token)
    const bytes = found && jsonFileOf(found.files)
    if (!found || !bytes) return unknown(reply)
    const type = 'application/json; charset=utf-8'
    return sendFile(reply, { bytes, type, name: `${numberOf(found)}.json` })
  })

  at('/:token/logo', async ({ params }, reply) => {
    const found = await find(pages, params.token)
    const brand = found && (await findBrand(pages.pool, found.files.documento.companyId))
    if (!brand?.logo) return unknown(reply)
    const bytes = Buffer.from(brand.logo)
    return reply.type(logoTypeOf(bytes)).send(bytes)
  })

  at('/:token/*', async (_, reply) => unknown(reply)) // nothing below a document is a page of the console

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${shared}/fuente/*`,
    handler: ({ params }, reply) => serveAsset(reply, `/fuente/${params['*']}`),
  })
  for (const name of ['/firma.js', '/pagina.css']) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `${shared}${name}`,
      handler: (_, reply) => serveAsset(reply, name),
    })
  }

  async function serveAsset(reply: FastifyReply, address: string) {
    const asset = (await assets).get(address)
    if (!asset) return unknown(reply)
    return reply
      .headers(HEADERS)
      .header('cache-control', 'public, max-age=3600')
      .type(asset.type)
      .send(asset.bytes)
  }
}

async function find({ pool, secrets }: Pick<Deps, 'pool' | 'secrets'>, token: string) {
  const page = TOKEN.test(token) ? await findPage(pool, token) : null
  if (!page) return null
  const { companyId, codigoGeneracion, ambiente, nit } = page
  const dataKey = decryptDataKey(secrets, companyId, page.dataKey)
  const files = await findDocumentSubject(
    pool,
    { companyId, ambiente, nit, dataKey },
    codigoGeneracion,
  )
  return files && { files }
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
const numberOf = ({ files }: Found) => files.documento.numeroControl

function sendFile(reply: FastifyReply, file: { bytes: Buffer; type: string; name: string }) {
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(file.type)
    .send(file.bytes)
}

function unknown(reply: FastifyReply) {
  return reply
    .code(404)
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sin documento</title></head><body><main><h1>Sin documento</h1><p>${UNKNOWN}</p></main></body></html>`,
    )
}
