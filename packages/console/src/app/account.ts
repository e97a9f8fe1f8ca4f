import { useLocation } from 'wouter'
import type { MenuItem } from '../ui/menu.tsx'
import { useSignOut } from './sign-out.ts'

/** The menu of the signed-in person. */
export function useAccountItems(): readonly MenuItem[] {
  const signOut = useSignOut()
  const [, navigate] = useLocation()
  return [
    { label: 'Mi acceso y mis sesiones', run: () => navigate('~/yo/acceso') },
    { label: 'Mi firma', run: () => navigate('~/yo/firma') },
    { label: 'Atajos y apariencia', run: () => navigate('~/yo/atajos') },
    { label: 'Salir', run: signOut },
  ]
}
