/** A page of what a company keeps, customers or products: a list that is searched, and an import. */
import { type LucideIcon, Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { may, useWorkspace } from '../app/workspace.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Filtros } from './filtros.tsx'
import css from './guardados.module.css'
import { Importar, type ImportarProps } from './importar.tsx'

/** The rows of a page; the others are searched. */
export const SHOWN = 100

interface Props<Page> {
  /** Of the address too. */
  readonly what: 'clientes' | 'productos'
  readonly title: string
  readonly create: string
  readonly icon: LucideIcon
  readonly placeholder: string
  /** When nothing is kept, and when nothing matches. */
  readonly none: readonly [kept: string, found: string]
  readonly text: string
  readonly onText: (text: string) => void
  readonly query: {
    readonly data: Page | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly countOf: (page: Page) => number
  readonly file: Omit<ImportarProps, 'what' | 'onClose'>
  readonly table: (page: Page) => ReactNode
  /** What is open over the list. */
  readonly children: ReactNode
}

export function Guardados<Page extends { readonly siguiente: unknown }>(props: Props<Page>) {
  const { what, title, icon: Icon, none, text, onText, query } = props
  const { empresa } = useWorkspace()
  const [importing, setImporting] = useState(false)
  const buttons = may(empresa.rol, 'emitir') && (
    <>
      <Button onClick={() => setImporting(true)}>
        <Upload className="icon" aria-hidden /> Importar CSV
      </Button>
      <Link className="btn primary" href={`/${what}/nuevo`}>
        <Plus className="icon" aria-hidden /> {props.create}
      </Link>
    </>
  )
  return (
    <div className="page">
      <div className="head">
        <h1 className="dup">{title}</h1>
        <span className="space" />
        {buttons}
      </div>
      <Filtros
        label={`Buscar ${what}`}
        placeholder={props.placeholder}
        text={text}
        onText={onText}
      />
      <div className="card tablebox">
        <Loaded query={query}>
          {(page) =>
            props.countOf(page) > 0 ? (
              props.table(page)
            ) : text.trim() === '' ? (
              <Empty icon={<Icon className="icon" aria-hidden />}>
                <p>{none[0]}</p>
                <div className="inline">{buttons}</div>
              </Empty>
            ) : (
              <Empty>
                <p>{none[1]}</p>
                <Button onClick={() => onText('')}>Quitar filtros</Button>
              </Empty>
            )
          }
        </Loaded>
      </div>
      {query.data?.siguiente != null && (
        <p className={`small ${css.below}`}>
          Son los {SHOWN} más nuevos. Busque para ver los demás.
        </p>
      )}
      {importing && <Importar what={what} {...props.file} onClose={() => setImporting(false)} />}
      {props.children}
    </div>
  )
}
