/** The events that the reception of documents takes, by their type. */
import { examineOperaciones, TIPO_OPERACIONES } from '../checks/eventos/operaciones.ts'
import { examineRetorno, TIPO_RETORNO } from '../checks/eventos/retorno.ts'
import type { Message } from '../codes.ts'
import { EVENTOS, type Retorno } from '../structure/eventos.ts'
import type { Node } from '../structure/nodes.ts'
import type { Operaciones } from '../structure/operaciones.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'

interface Subject {
  readonly world: World
  readonly taxpayer: Taxpayer
  readonly now: Date
}

export interface EventoRecibido {
  /** As the ledger and the published schemas call it. */
  readonly kind: 'retorno' | 'operaciones'
  readonly estructura: Node<unknown>
  /** The refusal, or what a seal makes known. The event has the structure. */
  readonly examine: (subject: Subject, evento: unknown) => Message | ((codigo: string) => void)
}

export const EVENTOS_RECIBIDOS: ReadonlyMap<string, EventoRecibido> = new Map([
  [
    TIPO_RETORNO,
    {
      kind: 'retorno',
      estructura: EVENTOS.retorno.estructura,
      examine: (subject, evento) => {
        const found = examineRetorno({ ...subject, evento: evento as Retorno })
        if (!('taken' in found)) return found
        return (codigo) => subject.world.events.recordReturn(codigo, found.taken)
      },
    },
  ],
  [
    TIPO_OPERACIONES,
    {
      kind: 'operaciones',
      estructura: EVENTOS.operaciones.estructura,
      examine: (subject, given) => {
        const evento = given as Operaciones
        const found = examineOperaciones({ ...subject, evento })
        if (!('papeles' in found)) return found
        const { nit } = subject.taxpayer
        const { ambiente } = evento.identificacion
        const anula = evento.cuerpoDocumento.some((one) => one.codigoGeneracionRef !== null)
        const { papeles } = found
        return (codigo) =>
          subject.world.events.recordPapers(codigo, { nit, ambiente, anula, papeles })
      },
    },
  ],
])
