/**
 * The part of S3 that a bucket's marker and files need, in memory. It checks no signature; bucket.test.ts does that
 * with a real store if one is installed.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3 {
  readonly url: string
  /** The stored files, by path. */
  readonly files: Map<string, Buffer>
  /** Whether its key may list. */
  set lists(may: boolean)
  close(): Promise<void>
}

/** Small, so that a list of a few files has several pages. */
const PAGE = 2

function listed(
  files: ReadonlyMap<string, Buffer>,
  bucket: string,
  asked: URLSearchParams,
): string {
  const after = asked.get('continuation-token') ?? ''
  const keys = [...files.keys()]
    .filter((path) => path.startsWith(`${bucket}/${asked.get('prefix') ?? ''}`))
    .map((path) => path.slice(bucket.length + 1))
    .filter((key) => key > after)
    .sort()
  const page = keys.slice(0, PAGE)
  const next = page.length < keys.length ? page.at(-1) : undefined
  const more =
    next === undefined ? '' : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`
  return `<ListBucketResult>${page.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join('')}${more}</ListBucketResult>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `lists`: whether its key may list, from now on. */
export async function startS3({ lists = true } = {}): Promise<S3> {
  const files = new Map<string, Buffer>()
  const key = { lists }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const there = files.get(path)
    const say = (status: number, body: string | Buffer = '') => {
      response.writeHead(status)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    const missing = () => say(404, '<Error><Code>NoSuchKey</Code></Error>')
    if (request.method === 'PUT') {
      if (there && request.headers['if-none-match'] === '*') return say(412)
      files.set(path, Buffer.concat(chunks))
      return say(200)
    }
    if (request.method === 'DELETE') {
      files.delete(path)
      return say(204)
    }
    const { pathname, searchParams } = new URL(path, 'http://s3')
    if (searchParams.has('list-type') && !key.lists)
      return say(403, '<Error><Code>AccessDenied</Code></Error>')
    if (searchParams.has('list-type')) return say(200, listed(files, pathname, searchParams))
    return there ? say(200, there) : missing()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    files,
    set lists(may: boolean) {
      key.lists = may
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
