/** The signing certificate: its file, its password, and the owner's passphrase. */
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, FileKey2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../../api/http.ts'
import type { Certificado as Cert } from '../../api/settings-types.ts'
import type { Ambiente, PorAmbiente } from '../../api/types.ts'
import { useCall } from '../../api/use-call.ts'
import { may, useWorkspace } from '../../app/workspace.ts'
import { fileToBase64 } from '../../base64url.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Form } from '../../ui/form.tsx'
import { Password } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { date } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useAmbiente } from './ambiente.tsx'
import css from './certificado.module.css'
import { CAMPOS_DEL_CERTIFICADO, marcados } from './marcados.ts'

export function Certificado({ onDone }: { onDone?: () => void }) {
  const { empresa } = useWorkspace()
  const { ambiente, choice } = useAmbiente()
  const query = useCall<{ certificados: PorAmbiente<Cert | null> }>(
    ['certificados', empresa.nit],
    `/${empresa.nit}/certificados`,
  )
  return (
    <div className="stack narrow">
      {!onDone && choice}
      <Loaded query={query} rows={2}>
        {({ certificados }) => {
          const cert = certificados[ambiente]
          if (!cert && onDone) return null // the task says so
          return (
            <section className="card section">
              {cert ? (
                <dl className="pairs">
                  <dt>De</dt>
                  <dd>{cert.nombre}</dd>
                  <dt>NIT</dt>
                  <dd className="code">{cert.nit}</dd>
                  <dt>Vale</dt>
                  <dd>
                    del {date(cert.validFrom)} al {date(cert.validTo)}
                  </dd>
                  <dt>Huella</dt>
                  <dd className="code long">{cert.fingerprint}</dd>
                </dl>
              ) : (
                <p className="sub">Aún no hay certificado en este ambiente.</p>
              )}
            </section>
          )
        }}
      </Loaded>
      {may(empresa.rol, 'dueno') ? (
        <Cargar
          key={ambiente}
          ambiente={ambiente}
          replaces={Boolean(query.data?.certificados[ambiente])}
          onDone={onDone}
        />
      ) : (
        <p className="sub">Solo {empresa.dueno} puede cargar otro.</p>
      )}
    </div>
  )
}

function Cargar(props: {
  ambiente: Ambiente
  /** There is one already. */
  replaces: boolean
  onDone: (() => void) | undefined
}) {
  const { ambiente, replaces, onDone } = props
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [file, setFile] = useState<File | null>(null)
  const [kept, setKept] = useState(false)
  const [different, setDifferent] = useState(false)
  /** By the name of each in the form. */
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(form)
    const same = data.get('frase') === data.get('otra')
    setDifferent(!same)
    if (!same || !file || !kept) return
    void act.run(async () => {
      const body = {
        ambiente,
        archivo: await fileToBase64(file),
        contrasena: String(data.get('contrasena')),
        frase: String(data.get('frase')),
      }
      setWrong({})
      const answer = await call(`/${empresa.nit}/certificados`, { method: 'POST', body }).catch(
        (error: unknown) => {
          const issues = error instanceof ApiError ? error.issues : []
          if (issues.length === 0) throw error
          const { wrong, problem } = marcados(issues, CAMPOS_DEL_CERTIFICADO)
          setWrong(wrong)
          throw new Error(problem)
        },
      )
      client.setQueryData(['certificados', empresa.nit], answer)
      form.reset()
      setFile(null)
      toast(
        replaces
          ? 'Certificado guardado. Las firmas de antes ya no sirven: renuévelas.'
          : 'Certificado guardado.',
      )
      onDone?.()
    })
  }
  return (
    <section className={`card section ${css.load}`}>
      <h2>Cargar un certificado</h2>
      <Form className="stack" onSubmit={submit}>
        <FileDrop icon={FileKey2} label="Archivo del certificado" onFile={setFile}>
          {file ? (
            file.name
          ) : (
            <>
              <span className="only-d">Arrastre aquí el archivo de Hacienda (.crt), o elíjalo</span>
              <span className="only-m">Elija el archivo de Hacienda (.crt)</span>
            </>
          )}
        </FileDrop>
        {wrong.archivo && (
          <span className="err">
            <CircleAlert className="icon" aria-hidden />
            {wrong.archivo}
          </span>
        )}
        <Password
          label="Contraseña de la llave privada"
          error={wrong.contrasena}
          name="contrasena"
        />
        <Password
          label="Frase del dueño"
          help="Nueva, de al menos 15 caracteres, con varias palabras. Con ella se crean y renuevan las firmas."
          error={wrong.frase}
          name="frase"
          minLength={15}
          autoComplete="new-password"
        />
        <Password
          label="Repítala"
          error={different ? 'Las dos frases no son iguales.' : null}
          name="otra"
          autoComplete="new-password"
        />
        <p className="notice warn">La frase del dueño no se puede recuperar.</p>
        <Problem text={act.problem} />
        <Check checked={kept} onCheck={setKept}>
          La guardé.
        </Check>
        <div>
          <Button
            primary
            type="submit"
            busy={act.busy}
            why={!file ? 'Elija antes el archivo.' : kept ? null : 'Guarde antes la frase.'}
          >
            Guardar
          </Button>
        </div>
      </Form>
    </section>
  )
}
