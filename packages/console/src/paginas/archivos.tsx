/** The files of a document. */
import { Download } from 'lucide-react'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { BASE } from '../base.ts'
import type { Query } from '../emitir/from-documento.ts'
import { Button } from '../ui/button.tsx'

const ARCHIVOS = {
  pdf: 'Copia impresa (PDF)',
  json: 'Documento firmado (JSON)',
  ticket: 'Ticket (PDF)',
}

/** Of documents and events, as `call` takes them, and as links. */
export function useFiles() {
  const api = apiOf(useWorkspace())
  const pathOf = (codigo: string, kind: string) => `${api}/v1/dte/${codigo}/file?kind=${kind}`
  const hrefOf = (codigo: string, kind: string) => `${BASE}/console/api${pathOf(codigo, kind)}`
  return { pathOf, hrefOf }
}

export function Archivos({ doc }: { doc: Pick<Query, 'codigoGeneracion' | 'estado'> }) {
  const { hrefOf } = useFiles()
  const { codigoGeneracion, estado } = doc
  const has = (kind: string) => estado === 'sellado' || estado === 'invalidado' || kind === 'pdf'
  return (
    <div className="stack">
      {Object.entries(ARCHIVOS).map(([kind, label]) =>
        has(kind) ? (
          <a key={kind} className="btn" href={hrefOf(codigoGeneracion, kind)} download>
            <Download className="icon" aria-hidden /> {label}
          </a>
        ) : (
          <Button key={kind} why="Lo hay cuando esté sellado.">
            <Download className="icon" aria-hidden /> {label}
          </Button>
        ),
      )}
    </div>
  )
}
