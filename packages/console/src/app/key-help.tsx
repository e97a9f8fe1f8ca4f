import { Fragment } from 'react'
import { EMITIBLES, TIPO } from '../tipos.ts'
import { Dialog } from '../ui/dialog.tsx'

// biome-ignore format: a table
const KEYS: readonly (readonly [string, string])[] = [
  ['Ctrl K',            'Buscar y ejecutar'],
  [`N, luego ${EMITIBLES.map((tipo) => TIPO[tipo].letra).join(' ')}`, `Emitir ${EMITIBLES.map((tipo) => TIPO[tipo].nombre.toLowerCase()).join(', ')}`],
  ['G, luego I D C P K L A', 'Ir a inicio, documentos, clientes, productos, contingencia, libros, ajustes'],
  ['/',                 'Buscar en la lista'],
  ['J  K  Enter',       'Bajar, subir, abrir una fila'],
  ['Ctrl Enter',        'Emitir'],
  ['Enter',             'Al emitir: celda siguiente; desde el precio, línea siguiente'],
  ['Ctrl D  Ctrl Supr', 'Al emitir: copiar o quitar la línea'],
  ['Alt ↑  Alt ↓',      'Al emitir: mover la línea'],
  ['F6',                'Salir de las líneas; fuera de ellas, ir al aviso'],
]

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Atajos del teclado" onClose={onClose}>
      <dl className="pairs">
        {KEYS.map(([keys, what]) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="help">
        Las teclas sueltas actúan fuera de los campos; se apagan en «Atajos y apariencia».
      </p>
    </Dialog>
  )
}
