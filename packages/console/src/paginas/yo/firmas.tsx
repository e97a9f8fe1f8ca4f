/** The person's sign key in each company and environment. */
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { rootOf, WorkspaceContext } from '../../app/workspace.ts'
import { FirmaDialog } from '../../firma/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Row } from '../../ui/row.tsx'
import { AMBIENTE } from '../ajustes/ambiente.tsx'

const FIRMA = { ninguna: 'Sin firma', activa: 'Activa', bloqueada: 'Bloqueada', vencida: 'Vencida' }

export function Firmas() {
  const { empresas, persona } = useSession()
  const [open, setOpen] = useState<{ nit: string; ambiente: '00' | '01' } | null>(null)
  const empresa = empresas.find(({ nit }) => nit === open?.nit)
  const workspace = open &&
    empresa && {
      personaId: persona.personaId,
      empresa,
      ambiente: open.ambiente,
      root: rootOf(open.nit, open.ambiente),
    }
  return (
    <Card heading="Mi firma">
      <ul>
        {empresas.flatMap(({ nit, nombre, firma, produccionDesde }) =>
          (['00', '01'] as const)
            .filter((ambiente) => ambiente === '00' || produccionDesde)
            .map((ambiente) => (
              <Row
                key={nit + ambiente}
                title={nombre}
                note={`${AMBIENTE[ambiente]} · ${FIRMA[firma[ambiente]]}`}
              >
                <Button small onClick={() => setOpen({ nit, ambiente })}>
                  Abrir
                </Button>
              </Row>
            )),
        )}
      </ul>
      {workspace && (
        <WorkspaceContext value={workspace}>
          <FirmaDialog workspace={workspace} onClose={() => setOpen(null)} />
        </WorkspaceContext>
      )}
    </Card>
  )
}
