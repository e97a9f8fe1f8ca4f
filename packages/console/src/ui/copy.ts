import { toast } from './toast.tsx'

/** To the clipboard; `said` once it is there. */
export function copy(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast('El navegador no dejó copiar.'),
  )
}
