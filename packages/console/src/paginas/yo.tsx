/** The person's own access, sessions, sign keys, single keys and appearance. */
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { useSession } from '../app/session.tsx'
import { dateTime } from '../ui/text.ts'
import { Acceso } from './yo/acceso.tsx'
import { Atajos } from './yo/atajos.tsx'
import { Firmas } from './yo/firmas.tsx'
import { Sesiones } from './yo/sesiones.tsx'

const PARTS = {
  acceso: 'Acceso',
  sesiones: 'Sesiones',
  firma: 'Firma',
  atajos: 'Atajos y apariencia',
}

/** Without the second factor that the role asks for, the server answers nothing else. */
const BEFORE = { acceso: PARTS.acceso, atajos: PARTS.atajos }

export function Page() {
  const { parte = 'acceso' } = useParams<{ parte?: string }>()
  const { persona, pendiente, empresas, segundoFactorHasta } = useSession()
  // Continues here after a mandatory second factor was set up.
  const [waited] = useState(pendiente !== null)
  return (
    <div className="page form">
      <div className="head">
        <h1>{persona.nombre}</h1>
        <span className="sub">{persona.correo}</span>
      </div>
      {pendiente === 'segundo_factor' && (
        <p className="notice warn">
          Antes de seguir active un segundo factor o una llave de acceso. Se hace una sola vez; lo
          que dejó a medias se conserva.
        </p>
      )}
      {segundoFactorHasta && (
        <p className="notice warn">
          Para emitir después del {dateTime(segundoFactorHasta)} necesita un segundo factor o una
          llave de acceso.
        </p>
      )}
      {waited && pendiente === null && empresas.length > 0 && (
        <p className="notice ok">
          Listo: su cuenta está protegida.
          <Link className="btn primary compact" href="/">
            Continuar
          </Link>
        </p>
      )}
      <nav className="tabs" aria-label="Su cuenta">
        {Object.entries(pendiente === null ? PARTS : BEFORE).map(([code, name]) => (
          <Link
            key={code}
            href={`/yo/${code}`}
            {...(code === parte ? { 'aria-current': 'page' as const } : {})}
          >
            {name}
          </Link>
        ))}
      </nav>
      {parte === 'acceso' && <Acceso />}
      {parte === 'sesiones' && <Sesiones />}
      {parte === 'firma' && <Firmas />}
      {parte === 'atajos' && <Atajos />}
    </div>
  )
}
