/** Logo and colour of the printed copies, with a preview page. */
import { useQueryClient } from '@tanstack/react-query'
import { Image as ImageIcon } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../api/http.ts'
import { useCall } from '../../api/use-call.ts'
import { may, useWorkspace } from '../../app/workspace.ts'
import { fileToBase64 } from '../../base64url.ts'
import { Page as Preview, Sheet } from '../../emitir/preview.tsx'
import type { Look } from '../../emitir/preview-source.ts'
import { useSample } from '../../emitir/use-evaluated.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Form } from '../../ui/form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import css from './marca.module.css'

interface DatosMarca {
  readonly logo: string | null
  readonly color: string | null
}

const USUAL = '#17335c'

export function Marca() {
  const { empresa } = useWorkspace()
  const query = useCall<DatosMarca>(['marca', empresa.nit], `/${empresa.nit}/marca`)
  return <Loaded query={query}>{(datos) => <Apariencia key={datos.color} datos={datos} />}</Loaded>
}

function Apariencia({ datos }: { datos: DatosMarca }) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [color, setColor] = useState(datos.color ?? USUAL)
  const [logo, setLogo] = useState(datos.logo)
  const [touched, setTouched] = useState(false)
  const image = useImage(logo)
  const look = useMemo(() => ({ accent: color, logo: image }), [color, image])
  const save = () =>
    void act.run(async () => {
      const body = { color, ...(touched ? { logo } : {}) }
      const answer = await call(`/${empresa.nit}/marca`, { method: 'PUT', body })
      client.setQueryData(['marca', empresa.nit], answer)
      setTouched(false)
      toast('Marca guardada: la llevan los documentos desde el próximo minuto.')
    })
  const change = (base64: string | null) => {
    setLogo(base64)
    setTouched(true)
  }
  return (
    <div className="split">
      <Form className="card section stack" onSubmit={save}>
        <p className="sub">Los documentos emitidos no cambian.</p>
        <FileDrop
          icon={ImageIcon}
          label="Archivo del logo"
          accept="image/png,image/jpeg,image/svg+xml"
          onFile={(file) => {
            if (file) void act.run(async () => change(await fileToBase64(file)))
          }}
        >
          {logo ? 'Cambiar el logo' : 'Elija su logo: PNG, JPEG o SVG, hasta 256 KB'}
        </FileDrop>
        {logo && <Button onClick={() => change(null)}>Quitar el logo</Button>}
        <Field
          label="Color"
          help={readsOnWhite(color) ? 'De los títulos y la banda del total.' : undefined}
          error={
            readsOnWhite(color)
              ? null
              : 'Ese color no se lee sobre blanco; se usará uno más oscuro.'
          }
        >
          <input
            className={`input ${css.color}`}
            type="color"
            value={color}
            onChange={(event) => setColor(event.target.value)}
          />
        </Field>
        <Problem text={act.problem} />
        {may(empresa.rol, 'ajustes') && (
          <div>
            <Button primary type="submit" busy={act.busy}>
              Guardar
            </Button>
          </div>
        )}
      </Form>
      <aside>
        <Sheet>
          <Muestra look={look} />
        </Sheet>
      </aside>
    </div>
  )
}

/** A sample invoice of the company, in its printed form. */
function Muestra({ look }: { look: Look }) {
  const documento = useSample()
  return documento ? <Preview documento={documento} look={look} /> : null
}

/** The WCAG 2.2 contrast with white that `paper` requires. */
function readsOnWhite(hex: string): boolean {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 4.5
}

const TYPES: readonly (readonly [string, string])[] = [
  ['iVBOR', 'image/png'],
  ['/9j/', 'image/jpeg'],
]

/** An image for the preview only; scripts do not run in an SVG shown as an image. */
function useImage(base64: string | null) {
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  useEffect(() => {
    setImage(null)
    if (base64 === null) return
    const type = TYPES.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/svg+xml'
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type }))
    const loading = new Image()
    loading.onload = () => setImage(loading)
    loading.src = url
    return () => URL.revokeObjectURL(url)
  }, [base64])
  return image
}
