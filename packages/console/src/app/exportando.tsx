/** The progress of the export, shown on every page. */
import { useSyncExternalStore } from 'react'
import { exportacion } from '../exportar/estado.ts'
import { Button } from '../ui/button.tsx'
import { count } from '../ui/text.ts'
import styles from './exportando.module.css'

export function Exportando() {
  const at = useSyncExternalStore(exportacion.subscribe, exportacion.now)
  if (!at) return null
  return (
    <div className={styles.exporting} role="status">
      <span>
        Preparando {count(at.hechos)} de {count(at.total)}
      </span>
      <Button small onClick={exportacion.cancel}>
        Cancelar
      </Button>
    </div>
  )
}
