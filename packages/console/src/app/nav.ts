/** The pages of a company, in sidebar order, each with its letter for the `G` shortcut. */
import {
  BookOpen,
  CloudOff,
  FileCheck,
  FileText,
  House,
  type LucideIcon,
  Package,
  Settings2,
  UserRound,
} from 'lucide-react'
import type { Acto } from './workspace.ts'

export interface NavItem {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
  readonly letter: string
  readonly acto: Acto
}

// biome-ignore format: a table
export const NAV: readonly NavItem[] = [
  { path: '/',             label: 'Inicio',       icon: House,     letter: 'I', acto: 'ver' },
  { path: '/documentos',   label: 'Documentos',   icon: FileText,  letter: 'D', acto: 'ver' },
  { path: '/clientes',     label: 'Clientes',     icon: UserRound, letter: 'C', acto: 'ver' },
  { path: '/productos',    label: 'Productos',    icon: Package,   letter: 'P', acto: 'ver' },
  { path: '/propuestas',   label: 'Propuestas',   icon: FileCheck, letter: 'R', acto: 'emitir' },
  { path: '/contingencia', label: 'Contingencia', icon: CloudOff,  letter: 'K', acto: 'ver' },
  { path: '/libros',       label: 'Libros',       icon: BookOpen,  letter: 'L', acto: 'libros' },
  { path: '/ajustes',      label: 'Ajustes',      icon: Settings2, letter: 'A', acto: 'auditoria' },
]
