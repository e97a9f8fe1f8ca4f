import { useQueryClient } from '@tanstack/react-query'
import { attempt } from '../api/http.ts'
import { hrefOf } from '../base.ts'
import { closeAll } from '../firma/store.ts'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'

/** Ends the session; forgets the sign key first, whatever the server answers. */
export function useSignOut(): () => void {
  const client = useQueryClient()
  return () => {
    closeAll()
    attempt('/salir', { method: 'POST' }).then(
      () => {
        client.clear()
        location.assign(hrefOf('/entrar'))
      },
      (error: unknown) => toast(messageOf(error)),
    )
  }
}
