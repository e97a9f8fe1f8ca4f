/** `Ctrl K`: actions, pages, and a search of documents and customers. */

import type { CustomerPage } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { FileText, type LucideIcon, Plus, Receipt, UserRound } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../api/http.ts'
import type { PaginaDocumentos } from '../api/types.ts'
import { EMITIBLES, TIPO } from '../tipos.ts'
import dialog from '../ui/dialog.module.css'
import { ESTADO } from '../ui/estado.tsx'
import { money, searchable, shortNumero } from '../ui/text.ts'
import { useModal } from '../ui/use-modal.ts'
import { useOptions } from '../ui/use-options.ts'
import styles from './command-menu.module.css'
import { NAV } from './nav.ts'
import { apiOf, may, type Workspace, WorkspaceContext } from './workspace.ts'

interface Command {
  readonly group: string
  readonly label: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly note?: string
  readonly path: string
}

interface Props {
  /** What was typed while this was being loaded. */
  readonly typed: () => string
  readonly onClose: () => void
}

export function CommandMenu({ typed, onClose }: Props) {
  const workspace = useContext(WorkspaceContext)
  const [text, setText] = useState(typed)
  const [, navigate] = useLocation()
  const found = useFound(workspace, text)
  const wanted = searchable(text)
  const commands = [
    ...actsOf(workspace).filter(({ label, note = '' }) =>
      searchable(`${label} ${note}`).includes(wanted),
    ),
    ...found,
  ]
  const run = (at: number) => {
    const command = commands[at]
    if (!command) return
    onClose()
    navigate(`~${command.path}`)
  }
  const options = useOptions(
    commands.map(({ group, path }) => group + path),
    run,
    0,
  )
  return (
    <dialog
      {...useModal(onClose)}
      className={`${dialog.dialog} ${styles.commands}`}
      aria-label="Buscar y ejecutar"
    >
      <input
        autoFocus
        className={styles.search}
        role="combobox"
        aria-expanded
        aria-controls={options.listId}
        aria-activedescendant={options.activeId}
        aria-label="Buscar documento, cliente o acción"
        placeholder="Buscar documento, cliente o acción"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          options.forget()
        }}
        onKeyDown={(event) => {
          if (!options.move(event) && event.key === 'Enter') run(options.active)
        }}
      />
      <div className={styles.list} role="listbox" id={options.listId} aria-label="Resultados">
        {commands.length === 0 && <p className="help section">Nada coincide con «{text}».</p>}
        {commands.map(({ group, label, icon: Icon, keys, note, path }, at) => (
          <div key={group + path} role="presentation">
            {commands[at - 1]?.group !== group && <div className={styles.group}>{group}</div>}
            <div className={styles.command} {...options.optionOf(at)}>
              <Icon className="icon" aria-hidden />
              <span>
                {label} {note && <span className="small">{note}</span>}
              </span>
              {keys && <kbd>{keys}</kbd>}
            </div>
          </div>
        ))}
      </div>
    </dialog>
  )
}

function actsOf(workspace: Workspace | null): readonly Command[] {
  const own: Command[] = [
    { group: 'Usted', label: 'Mi acceso y mis sesiones', icon: UserRound, path: '/yo/acceso' },
    { group: 'Usted', label: 'Mi firma', icon: UserRound, path: '/yo/firma' },
    { group: 'Usted', label: 'Mis empresas', icon: UserRound, path: '/empresas' },
  ]
  if (!workspace) return own
  const { rol } = workspace.empresa
  const issue = may(rol, 'emitir') ? EMITIBLES : []
  return [
    ...issue.map((tipo) => ({
      group: 'Emitir',
      label: TIPO[tipo].emitir,
      icon: Plus,
      keys: `N ${TIPO[tipo].letra}`,
      path: `${workspace.root}/emitir/${tipo}`,
    })),
    {
      group: 'Emitir',
      label: 'Facturas simplificadas y control interno',
      note: 'Operaciones especiales',
      icon: Receipt,
      path: `${workspace.root}/operaciones`,
    },
    ...NAV.filter(({ acto }) => may(rol, acto)).map((item) => ({
      group: 'Ir a',
      label: item.label,
      icon: item.icon,
      keys: `G ${item.letter}`,
      path: `${workspace.root}${item.path === '/' ? '' : item.path}`,
    })),
    ...own,
  ]
}

/** The server's results, requested after a pause in typing. */
function useFound(workspace: Workspace | null, text: string): readonly Command[] {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 160)
    return () => clearTimeout(timer)
  }, [text])
  const enabled = workspace !== null && asked.length >= 2
  const base = workspace ? apiOf(workspace) : ''
  const documents = useQuery({
    queryKey: ['buscar-documentos', base, asked],
    queryFn: () =>
      call<PaginaDocumentos>(`${base}/documentos?limit=6&q=${encodeURIComponent(asked)}`),
    enabled,
  })
  const customers = useQuery({
    queryKey: ['buscar-clientes', base, asked],
    queryFn: () =>
      call<CustomerPage>(`${base}/v1/customers?limit=6&buscar=${encodeURIComponent(asked)}`),
    enabled,
  })
  if (!workspace || !enabled) return []
  return [
    ...(documents.data?.documentos ?? []).map((fila) => ({
      group: 'Documentos',
      label: `${TIPO[fila.tipoDte].nombre} ${shortNumero(fila.numeroControl)}`,
      note: `${fila.receptor?.nombre ?? 'Sin nombre'} · ${money(fila.totales.totalPagar)}`,
      icon: ESTADO[fila.estado].icon ?? FileText,
      path: `${workspace.root}/documentos/${fila.codigoGeneracion}`,
    })),
    ...(customers.data?.customers ?? []).map((customer) => ({
      group: 'Clientes',
      label: customer.nombre,
      ...(customer.numDocumento ? { note: customer.numDocumento } : {}),
      icon: UserRound,
      path: `${workspace.root}/clientes/${customer.customerId}`,
    })),
  ]
}
