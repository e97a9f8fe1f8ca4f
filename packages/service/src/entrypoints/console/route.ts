/** A route of the session API, and its handler's input. */

import type { Turns } from '../../base/db/turns.ts'
import type { Admin } from '../../flows/admin/admin.ts'
import type { Deps } from '../../flows/context.ts'
import type { Membership, Rol } from '../../ledger/people/memberships.ts'
import type { Person } from '../../ledger/people/person.ts'
import type { Session } from '../../ledger/people/sessions.ts'
import type { ConsoleLimits, Limited } from './limits.ts'

/** D owner, A administrator, E issuer, L reader, C accountant, O operator of the service. */
export type Letter = 'D' | 'A' | 'E' | 'L' | 'C' | 'O'

export const LETTER_OF: Readonly<Record<Rol, Letter>> = {
  dueno: 'D',
  administrador: 'A',
  emisor: 'E',
  lector: 'L',
  contador: 'C',
}

export const OWNER: readonly Letter[] = ['D']
export const RUN: readonly Letter[] = ['D', 'A']
export const ISSUERS: readonly Letter[] = ['D', 'A', 'E']
/** Those who keep the books. */
export const BOOKKEEPERS: readonly Letter[] = ['D', 'A', 'L', 'C']
export const SEE: readonly Letter[] = ['D', 'A', 'E', 'L', 'C']

export interface ConsoleSettings {
  /** Where the service itself stores companies' files on request. */
  readonly storageDir: string
  /** Whether companies may connect buckets of this machine and the networks behind it. */
  readonly innerStorage: boolean
  /** The origin in people's browsers, such as `https://sello.example.com`; null: taken from each request. */
  readonly publicOrigin: string | null
  /** In the demonstration links lead to this machine. */
  readonly isDemonstration: boolean
}

/** The caller. */
export interface Caller {
  readonly session: Session
  readonly person: Person
  /** The cookie's text, from which the CSRF token is derived. */
  readonly token: string
}

/** What all calls share. */
export interface ConsoleContext {
  /** With the console's pool as its `pool`. */
  readonly deps: Deps
  readonly basePath: string
  readonly settings: ConsoleSettings
  readonly limits: ConsoleLimits
  readonly turns: Turns
  readonly admin: Admin
}

export interface ConsoleAsked extends ConsoleContext {
  readonly now: Date
  readonly peer: string | null
  readonly userAgent: string | null
  /** The origin of the calling page, to which passkeys are bound. */
  readonly origin: string
  /** The origin of links for other people; null: not configured. */
  readonly linkOrigin: string | null
  readonly cookies: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export interface Answer {
  /** Absent: 200. */
  readonly status?: 200 | 201 | 204
  /** A JSON body; 204 has none. */
  readonly body?: unknown
  /** Cookies to set; null deletes one. */
  readonly cookies?: Readonly<Record<string, SetCookie | null>>
}

export interface SetCookie {
  readonly value: string
  readonly maxAgeSeconds: number
}

export type OpenHandler = (asked: ConsoleAsked) => Promise<Answer>
export type PersonHandler = (asked: ConsoleAsked, caller: Caller) => Promise<Answer>
export type CompanyHandler = (asked: ConsoleAsked, member: Member) => Promise<Answer>

interface Common {
  /** The name of the action in the audit log, which the tests use too. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /console/api, with Fastify's parameters. */
  readonly path: string
}

/** A route without a session. */
export interface OpenRoute extends Common {
  readonly who: '-'
  readonly handle: OpenHandler
}

/** Open to any signed-in person, or to operators only. */
export interface PersonRoute extends Common {
  readonly who: '*' | 'O'
  /** `access`: it changes how the person signs in, so whoever has a second factor must use it. */
  readonly confirmed?: true | 'access'
  /** Open to people who must set up or confirm a second factor first. */
  readonly beforeSecondFactor?: true
  readonly audited?: Audited
  readonly handle: PersonHandler
}

/** Open to members of the company in the path that have one of the roles. */
export interface CompanyRoute extends Common {
  readonly who: readonly Letter[]
  readonly confirmed?: true
  readonly audited?: Audited
  /** A limit of the company for this route alone. */
  readonly limited?: Limited
  /** The longest body; absent: that of all routes. */
  readonly bodyBytesMax?: number
  readonly handle: CompanyHandler
}

/** What the audit log records besides person, time and address; never a secret. */
export type Audited = (asked: ConsoleAsked) => {
  readonly sobre?: string | null
  readonly detalle?: Readonly<Record<string, unknown>>
}

export interface Member extends Caller {
  readonly company: Membership
}

export type ConsoleRoute = OpenRoute | PersonRoute | CompanyRoute

export const isCompanyRoute = (route: ConsoleRoute): route is CompanyRoute =>
  typeof route.who !== 'string'
