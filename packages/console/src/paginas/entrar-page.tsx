import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { attempt } from '../api/http.ts'
import type { Session } from '../api/types.ts'
import { useSetSession } from '../app/session.tsx'
import { hrefOf } from '../base.ts'
import { Problem } from '../ui/problem.tsx'
import { messageOf } from '../ui/states.tsx'
import { SignInForm } from './entrar.tsx'
import css from './entrar-page.module.css'

export function Page() {
  const setSession = useSetSession()
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('a')
  const [problem, setProblem] = useState<string | null>(null)
  const used = useRef(false)
  const enter = async (session: Session) => {
    await setSession(session)
    navigate(wanted?.startsWith('/') && !wanted.startsWith('//') ? wanted : '/', { replace: true })
  }
  useEffect(() => {
    const token = new URLSearchParams(location.hash.slice(1)).get('enlace')
    if (!token || used.current) return
    used.current = true
    history.replaceState(null, '', location.pathname + location.search)
    attempt('/entrar/enlace', { method: 'POST', body: { token } })
      .then(async (response) => enter((await response.json()) as Session))
      .catch((error: unknown) => setProblem(messageOf(error)))
  })
  return (
    <main className="gate">
      <div className="card">
        <div className={css.brand}>
          <img src={hrefOf('/sello.svg')} alt="" width={32} height={32} />
          Sello
        </div>
        <h1>Entrar</h1>
        <Problem text={problem} className="notice bad" />
        <SignInForm onDone={enter} />
      </div>
    </main>
  )
}
