/** The signed-in person, and what happens when the session ends while they work. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { ApiError, askFactor, askSignIn, attempt, setCsrf, setInterruptions } from '../api/http.ts'
import type { Session } from '../api/types.ts'
import { hrefOf } from '../base.ts'
import { closeAll } from '../firma/store.ts'
import { SignInForm } from '../paginas/entrar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type Asked, createAsking } from './asking.ts'
import { Confirmar } from './confirmar.tsx'
import { type EmpresaAnswered, withOwners } from './owners.ts'

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('bug: a page of a person without a session')
  return session
}

const SESSION = ['session'] as const

interface Answered extends Omit<Session, 'empresas'> {
  readonly empresas: readonly EmpresaAnswered[]
}

/** Who has used this page since it was loaded. */
let present: string | null = null

/**
 * Takes the session that the server answered. Where it is another person's, nothing of the one before stays: the
 * console is loaded anew, and the promise does not end, so that no call of theirs is repeated.
 */
async function arrive(session: Answered): Promise<Session> {
  const { personaId } = session.persona
  if (present !== null && present !== personaId) {
    closeAll()
    location.replace(hrefOf('/'))
    return new Promise(() => {})
  }
  present = personaId
  setCsrf(session.csrf)
  return { ...session, empresas: withOwners(session.empresas) }
}

const readSession = async () => arrive((await (await attempt('/session')).json()) as Answered)

/**
 * The session; null when nobody is signed in. Where it ended while somebody works, the sign-in opens over the page, and
 * so does the second factor where the browser was forgotten: the page and what was typed stay.
 */
export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION,
    queryFn: async (): Promise<Session | null> => {
      try {
        const session = await readSession()
        const isAsked = session.pendiente === 'confirmar_segundo_factor' && (await askFactor())
        return isAsked ? readSession() : session
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        return (await askSignIn()) ? readSession() : null
      }
    },
    staleTime: 60_000,
  })
}

/** Stores the answer to a sign-in or to a change of the person. It does not end for another person: see `arrive`. */
export function useSetSession() {
  const client = useQueryClient()
  return async (session: Answered) => {
    client.setQueryData(SESSION, await arrive(session))
  }
}

const asking = createAsking()

/** Inside, a call that finds the session ended opens the sign-in over the page, and is then repeated. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const setSession = useSetSession()
  useEffect(() => {
    asking.listen(setAsked)
    setInterruptions({
      signIn: () => asking.ask('entrar'),
      confirm: (strong) => asking.ask(strong ? 'confirmar_segundo_factor' : 'confirmar'),
    })
    return () => {
      setInterruptions(null)
      asking.end(false)
    }
  }, [])
  return (
    <SessionContext value={session}>
      {children}
      {asked === 'entrar' && (
        <Dialog title="Su sesión terminó" onClose={() => asking.end(false)}>
          <p className="sub">
            Entre otra vez para seguir donde estaba. Nada de lo escrito se perdió.
          </p>
          <SignInForm
            correo={session.persona.correo}
            onDone={async (next) => {
              const isPending = next.pendiente === 'confirmar_segundo_factor'
              // Keeps the page and what was typed: the second factor is requested over it too.
              await setSession(isPending ? { ...next, pendiente: null } : next)
              if (isPending) asking.instead('confirmar_segundo_factor')
              else asking.end(true)
            }}
          />
        </Dialog>
      )}
      {asked !== null && asked !== 'entrar' && (
        <Confirmar
          key={asked}
          persona={session.persona}
          segundoFactor={asked === 'confirmar_segundo_factor'}
          onClose={() => asking.end(false)}
          onDone={() => asking.end(true)}
        />
      )}
    </SessionContext>
  )
}
