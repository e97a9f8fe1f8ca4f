/** A part of Ajustes that is also a task of Preparar. */
export interface TareaProps {
  /** Called when the task is done. */
  readonly onDone?: () => void
}
