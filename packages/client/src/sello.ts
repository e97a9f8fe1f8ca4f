/** The client. One method per route, with the route's name. */
import type { Answered, StoredFile } from './answer.ts'
import { answered, type Caller, type CallOptions, createCaller } from './caller.ts'
import { type Customers, createCustomers } from './customers.ts'
import { SelloError } from './error.ts'
import { createEvents, type Events } from './events.ts'
import type {
  Books,
  Certificates,
  ContingenciaRequest,
  DteRequest,
  EntregaRequest,
  Entregas,
  HoldingPage,
  InvalidationRequest,
  ListPage,
  ListRow,
  Operations,
  PaginaRevocada,
  Prepared,
  Query,
  ReturnRequest,
  SignRequest,
  Status,
} from './generated/wire.ts'
import { codeOf, findIssued, type Issued, namingOf, namingOfSign } from './issued.ts'
import { type Listing, listing } from './listing.ts'
import { createOperaciones, type Operaciones } from './operaciones.ts'
import { type CallerOptions, readOptions } from './options.ts'
import type { Archive, Intent } from './own/archive.ts'
import type { Platform } from './platform.ts'
import { createProducts, type Products } from './products.ts'
import { createProposals, type Proposals } from './proposals.ts'
import type { RateLimit } from './rate-limit.ts'
import { type WaitOptions, waitForSeal } from './seal.ts'
import { createStorage, type Storage } from './storage.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export type ListQuery = Operations['list']['query']
export type FileQuery = Operations['file']['query']
export type BooksFileQuery = Operations['books_file']['query']

export interface SelloOptions extends CallerOptions {
  /** Stores what is issued in the company's own destinations: `ownArchive` of `@sello/client/node`. */
  readonly archive?: Archive | undefined
}

export class Sello {
  readonly customers: Customers
  readonly products: Products
  readonly operaciones: Operaciones
  readonly proposals: Proposals
  readonly storage: Storage
  readonly events: Events
  readonly webhooks: Webhooks
  /** Stores what is issued in the company's own destinations; null: none was given. */
  readonly archive: Archive | null
  readonly #caller: Caller
  readonly #platform: Platform

  /** Refuses (`invalid_option`) a malformed address or key. Sends nothing. */
  constructor(options: SelloOptions) {
    const settings = readOptions(options)
    this.#platform = settings.platform
    this.#caller = createCaller(settings)
    this.customers = createCustomers(this.#caller)
    this.products = createProducts(this.#caller)
    this.operaciones = createOperaciones(this.#caller)
    this.proposals = createProposals(this.#caller, this.#platform)
    this.storage = createStorage(this.#caller)
    this.events = createEvents(this.#caller, this.#platform)
    this.webhooks = createWebhooks(this.#caller, this.#platform)
    this.archive = options.archive ?? null
    this.archive?.attach(this)
  }

  /** The key's quota according to the last answer; null before the first. */
  get rateLimit(): RateLimit | null {
    return this.#caller.rateLimit()
  }

  /** The service's time minus this machine's, to a second, from the last answer; null before the first. */
  get clockOffsetMs(): number | null {
    return this.#caller.clockOffsetMs()
  }

  /**
   * Issues a document. When it resolves the document is sealed (`sellado`), or signed and being transmitted
   * (`contingencia`), and is never issued twice. A sale with a `referencia` can be repeated after a crash.
   *
   * Throws `mh_rejected` if the ministry rejected it: correct it and issue with `corrige`.
   */
  async issue(request: DteRequest, options?: CallOptions): Promise<Answered<Issued>> {
    const operation = namingOf('issue', request)
    const intent = intentOf('issue', null, request.referencia ?? null)
    return this.#archived(intent, async () => {
      const reply = await this.#caller.send(
        { route: 'issue', body: request, operation, options },
        (failed) => findIssued(this.#caller, failed, options),
      )
      return answered<Issued>(reply)
    })
  }

  /** Reserves the number and builds the document. Needs no sign key; expires unsigned after 15 minutes. */
  prepare(request: DteRequest, options?: CallOptions): Promise<Answered<Prepared>> {
    const operation = namingOf('prepare', request)
    return this.#caller.call({ route: 'prepare', body: request, operation, options })
  }

  /** Signs and transmits what `prepare` answered. */
  sign(prepared: SignRequest, options?: CallOptions): Promise<Answered<Issued>> {
    const { prepareToken, documento } = prepared
    const body = { prepareToken, documento }
    const operation = namingOfSign(body)
    const code = codeOf(body)
    return this.#archived(intentOf('sign', code), () =>
      this.#caller.call<Issued>({ route: 'sign', body, operation, options }),
    )
  }

  /** Every matching document, newest first. Rejected ones are not listed: `query` their code. */
  list(query: ListQuery = {}, options?: CallOptions): Listing<ListRow> {
    return listing(async (cursor) => {
      const from = cursor === undefined ? query : { ...query, cursor }
      const { documentos, siguiente } = await this.listPage(from, options)
      return { rows: documentos, siguiente }
    })
  }

  /** One page; pass `siguiente` as the next one's `cursor`. */
  listPage(query: ListQuery = {}, options?: CallOptions): Promise<Answered<ListPage>> {
    return this.#caller.call({ route: 'list', query, options })
  }

  /** A document in any state, including rejected. */
  query(
    codigoGeneracion: string,
    query: Operations['query']['query'] = {},
    options?: CallOptions,
  ): Promise<Answered<Query>> {
    return this.#caller.call({ route: 'query', params: { codigoGeneracion }, query, options })
  }

  /**
   * Waits for the ministry's verdict on a document that was issued in `contingencia`, at the pace that the key's
   * limits leave: `sellado`, or `rechazado`. Throws `seal_pending` after `deadlineMs` (300,000); the document stands.
   */
  waitForSeal(codigoGeneracion: string, options?: WaitOptions): Promise<Answered<Query>> {
    const query = (how: CallOptions) => this.query(codigoGeneracion, {}, how)
    const rateLimit = () => this.rateLimit
    return waitForSeal({ platform: this.#platform, query, rateLimit }, codigoGeneracion, options)
  }

  /** Sends a document by mail again. The answer does not wait for the mail server: `query` says how it ended. */
  deliver(
    codigoGeneracion: string,
    request: EntregaRequest,
    options?: CallOptions,
  ): Promise<Answered<Entregas>> {
    const params = { codigoGeneracion }
    return this.#caller.call({ route: 'deliver', params, body: request, options })
  }

  /** Takes the buyer's page of a document back; the next mail leads to another one. */
  revokePage(codigoGeneracion: string, options?: CallOptions): Promise<Answered<PaginaRevocada>> {
    const params = { codigoGeneracion }
    return this.#caller.call({ route: 'page_revoke', params, options })
  }

  /** The stored bytes: the signed document (`json`, with `raw` its JWS), the page (`pdf`) or the `ticket`. */
  file(
    codigoGeneracion: string,
    query: FileQuery = {},
    options?: CallOptions,
  ): Promise<StoredFile> {
    const params = { codigoGeneracion }
    return this.#download({ route: 'file', params, query, options }, codigoGeneracion)
  }

  async #download(call: Parameters<Caller['send']>[0], otherwise: string): Promise<StoredFile> {
    const { body, received } = await this.#caller.send({ ...call, takes: 'bytes' })
    const disposition = received.header('content-disposition') ?? ''
    return {
      bytes: body as Uint8Array,
      contentType: received.header('content-type') ?? '',
      name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? otherwise,
      source: received.header('x-service-storage-source'),
    }
  }

  /**
   * Cancels a sealed document, or an event: a return, or special operations. After `mh_unreachable` nothing was
   * cancelled if `details.enviado` is false, and it is not known otherwise: repeat with the same key, which never signs
   * another event.
   */
  invalidate(
    codigoGeneracion: string,
    request: InvalidationRequest,
    options?: CallOptions,
  ): Promise<Answered<Operations['invalidate']['answer']>> {
    const params = { codigoGeneracion }
    const operation = { name: `invalidate:${codigoGeneracion}`, once: true }
    return this.#archived(intentOf('invalidate', codigoGeneracion), () =>
      this.#caller.call({ route: 'invalidate', params, body: request, operation, options }),
    )
  }

  /**
   * Registers a return of a sealed 01, 11 or 14. `firmado` (202): it counts, and the same call with the same key
   * must be repeated until it is `sellado`.
   */
  return(
    codigoGeneracion: string,
    request: ReturnRequest,
    options?: CallOptions,
  ): Promise<Answered<Operations['return']['answer']>> {
    const params = { codigoGeneracion }
    // Two equal returns are separate; one without an answer is repeated with its key, even after a crash.
    const operation = { name: `return:${codigoGeneracion}`, once: false, openOn202: true }
    return this.#archived(intentOf('return', codigoGeneracion), () =>
      this.#caller.call({ route: 'return', params, body: request, operation, options }),
    )
  }

  /** Abandons a return event that the ministry does not hold. */
  returnAbandon(
    codigoGeneracion: string,
    evento: string,
    options?: CallOptions,
  ): Promise<Answered<Operations['return_abandon']['answer']>> {
    const params = { codigoGeneracion, evento }
    return this.#caller.call({ route: 'return_abandon', params, options })
  }

  /** The ministry's outages, their events, pending documents, and both deadlines. */
  contingencies(
    options?: CallOptions,
  ): Promise<Answered<Operations['contingency_list']['answer']>> {
    return this.#caller.call({ route: 'contingency_list', options })
  }

  /**
   * Signs and sends pending contingency events now; the next call that signs would do it too. Safe to repeat:
   * nothing is signed twice. `contingency_open` during the outage.
   */
  closeContingency(
    request: ContingenciaRequest = {},
    options?: CallOptions,
  ): Promise<Answered<Operations['contingency_close']['answer']>> {
    return this.#caller.call({ route: 'contingency_close', body: request, options })
  }

  /** The documents that can be downloaded for an hour after their seal. */
  holding(
    query: Operations['holding']['query'] = {},
    options?: CallOptions,
  ): Promise<Answered<HoldingPage>> {
    return this.#caller.call({ route: 'holding', query, options })
  }

  /** The VAT books of a month, such as `2026-12`, in the key's environment. */
  books(mes: string, options?: CallOptions): Promise<Answered<Books>> {
    return this.#caller.call({ route: 'books', params: { mes }, options })
  }

  /** A book as a table, or an annex of the return in the ministry's format. */
  booksFile(mes: string, query: BooksFileQuery, options?: CallOptions): Promise<StoredFile> {
    return this.#download({ route: 'books_file', params: { mes }, query, options }, mes)
  }

  /** What the key may do, what its company is missing, and what waits for the ministry. */
  status(options?: CallOptions): Promise<Answered<Status>> {
    return this.#caller.call({ route: 'status', options })
  }

  /** The public certificates of an issuer, for verifying its documents. Needs no key. */
  certificates(nit: string, options?: CallOptions): Promise<Answered<Certificates>> {
    return this.#caller.call({ route: 'certificates', params: { nit }, options })
  }

  /** Stores on disk, before the call, that it is made, and afterwards what it sealed; see `Archive`. */
  async #archived<T extends object>(intent: Intent, work: () => Promise<T>): Promise<T> {
    if (this.archive === null) return work()
    const opened = await this.archive.begin(intent)
    try {
      const answer = await work()
      await opened.answered(answer)
      return answer
    } catch (error) {
      const isRefused = error instanceof SelloError && error.outcome === 'refused'
      await (isRefused ? opened.refused() : opened.unknown())
      throw error
    }
  }

  /** The service's contract as an OpenAPI document. */
  openapi(options?: CallOptions): Promise<Answered<Operations['openapi']['answer']>> {
    return this.#caller.call({ route: 'openapi', options })
  }
}

const intentOf = (
  route: Intent['route'],
  codigoGeneracion: string | null,
  referencia: string | null = null,
): Intent => ({ route, codigoGeneracion, referencia })
