/** The signed-in person, and what happens when the session ends while they work. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { ApiError, attempt, setCsrf, setInterruptions } from '../api/http.ts'
import type { Session } from '../api/types.ts'
import { closeAll } from '../firma/store.ts'
import { SignInForm } from '../paginas/entrar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { hrefOf } from '../ui/text.ts'
import { Confirmar } from './confirmar.tsx'

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('bug: a page of a person without a session')
  return session
}

const SESSION = ['session'] as const

/** Who has been working in this page since it was loaded. */
let present: string | null = null

/**
 * Takes the session that the server answered. Where it is another person's, nothing of the one before stays: the
 * console is loaded anew, and the promise does not end, so that no call of theirs is repeated.
 */
async function arrive(session: Session): Promise<Session> {
  const { personaId } = session.persona
  if (present !== null && present !== personaId) {
    closeAll()
    location.replace(hrefOf('/'))
    return new Promise(() => {})
  }
  present = personaId
  setCsrf(session.csrf)
  return session
}

/** The session; null when nobody is signed in. */
export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION,
    queryFn: async (): Promise<Session | null> => {
      try {
        return await arrive((await (await attempt('/session')).json()) as Session)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
}

/** Stores the answer to a sign-in or to a change of the person. It does not end for another person: see `arrive`. */
export function useSetSession() {
  const client = useQueryClient()
  return async (session: Session) => {
    client.setQueryData(SESSION, await arrive(session))
  }
}

type Asked = {
  readonly kind: 'entrar' | 'confirmar' | 'confirmar_segundo_factor'
  readonly done: (repaired: boolean) => void
}

/** Inside, a call that finds the session ended opens the sign-in over the page, and is then repeated. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const setSession = useSetSession()
  useEffect(() => {
    const ask = (kind: Asked['kind']) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          kind,
          done: (repaired) => {
            setAsked(null)
            resolve(repaired)
          },
        })
      })
    setInterruptions({
      signIn: () => ask('entrar'),
      confirm: (strong) => ask(strong ? 'confirmar_segundo_factor' : 'confirmar'),
    })
    return () => setInterruptions(null)
  }, [])
  const value = useMemo(() => session, [session])
  return (
    <SessionContext value={value}>
      {children}
      {asked?.kind === 'entrar' && (
        <Dialog title="Su sesión terminó" onClose={() => asked.done(false)}>
          <p className="sub">
            Entre otra vez para seguir donde estaba. Nada de lo escrito se perdió.
          </p>
          <SignInForm
            correo={session.persona.correo}
            onDone={async (next) => {
              const isPending = next.pendiente === 'confirmar_segundo_factor'
              // The page and what was typed stay: the second factor is asked for over it too.
              await setSession(isPending ? { ...next, pendiente: null } : next)
              if (isPending) setAsked({ ...asked, kind: 'confirmar_segundo_factor' })
              else asked.done(true)
            }}
          />
        </Dialog>
      )}
      {asked && asked.kind !== 'entrar' && (
        <Confirmar
          persona={session.persona}
          segundoFactor={asked.kind === 'confirmar_segundo_factor'}
          onClose={() => asked.done(false)}
          onDone={() => asked.done(true)}
        />
      )}
    </SessionContext>
  )
}
