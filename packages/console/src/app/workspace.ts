/**
 * The current place: company and environment are part of the address, so that a second tab is never in
 * the wrong company. `/{nit}/…` is production, `/{nit}/pruebas/…` the ministry's test service.
 */
import { createContext, useContext } from 'react'
import type { Ambiente, Empresa, Rol } from '../api/types.ts'

export interface Workspace {
  /** The person whose data this browser stores. */
  readonly personaId: string
  readonly empresa: Empresa
  readonly ambiente: Ambiente
  /** The prefix of every page of this place: `/0614…/pruebas`. */
  readonly root: string
}

export const WorkspaceContext = createContext<Workspace | null>(null)

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (!workspace) throw new Error('bug: a page of a company outside its place')
  return workspace
}

export function rootOf(nit: string, ambiente: Ambiente): string {
  return ambiente === '01' ? `/${nit}` : `/${nit}/pruebas`
}

/** `{personaId}/{nit}/{ambiente}`: the key of this browser's stored data, which nobody else can read. */
export const scopeOf = ({ personaId, empresa, ambiente }: Workspace) =>
  `${personaId}/${empresa.nit}/${ambiente}`

/** `/{nit}/{ambiente}` of the session API. */
export const apiOf = ({ empresa, ambiente }: Workspace) => `/${empresa.nit}/${ambiente}`

// biome-ignore format: a table
const MAY: Readonly<Record<Acto, readonly Rol[]>> = {
  emitir:    ['dueno', 'administrador', 'emisor'],
  ver:       ['dueno', 'administrador', 'emisor', 'lector', 'contador'],
  libros:    ['dueno', 'administrador', 'lector', 'contador'],
  ajustes:   ['dueno', 'administrador'],
  auditoria: ['dueno', 'administrador', 'contador'],
  dueno:     ['dueno'],
}
export type Acto = 'emitir' | 'ver' | 'libros' | 'ajustes' | 'auditoria' | 'dueno'

/** Whether a role may see or do something; the server checks it again. */
export const may = (rol: Rol, acto: Acto) => MAY[acto].includes(rol)
export const NOMBRE_ROL: Readonly<Record<Rol, string>> = {
  dueno: 'Dueño',
  administrador: 'Administrador',
  emisor: 'Emisor',
  lector: 'Lector',
  contador: 'Contador',
}
