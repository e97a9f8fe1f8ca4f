/** What a webhook is: its address, what it is for, and which news it is told. */
import type { Webhook, WebhookRequest } from '@sello/contract'
import { useState } from 'react'
import { Check } from '../../ui/check.tsx'
import { textOf } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import css from './campos-webhook.module.css'
import { ELEGIBLES, NOVEDAD } from './novedades.ts'

const TODAS = 'todas'

interface Props {
  readonly problem: string | null
  /** As it is stored; absent: a new one. */
  readonly webhook?: Webhook
}

export function CamposDelWebhook({ problem, webhook }: Props) {
  const told = webhook?.tipos ?? null
  const [all, setAll] = useState(told === null)
  return (
    <>
      <Input
        label="Dirección"
        help="Pública y con https. Se le envía un POST firmado por cada novedad."
        error={problem}
        type="url"
        name="url"
        placeholder="https://erp.example.com/sello"
        maxLength={2_000}
        defaultValue={webhook?.url}
        required
      />
      <Input
        label="Para qué es"
        optional
        name="descripcion"
        maxLength={100}
        defaultValue={webhook?.descripcion ?? ''}
      />
      <Check name={TODAS} checked={all} onCheck={setAll}>
        Todas las novedades, también las que vengan
      </Check>
      {!all && (
        <fieldset className={css.news}>
          <legend className="label">Solo estas</legend>
          {ELEGIBLES.map((tipo) => (
            <Check key={tipo} name={tipo} defaultChecked={told?.includes(tipo) ?? false}>
              {NOVEDAD[tipo]}
            </Check>
          ))}
        </fieldset>
      )}
    </>
  )
}

/** What the form says, each member stated: null takes away what is stored. */
export function readWebhook(form: HTMLFormElement): Required<WebhookRequest> {
  const data = new FormData(form)
  const tipos = ELEGIBLES.filter((tipo) => data.has(tipo))
  const all = data.has(TODAS)
  if (!all && tipos.length === 0) throw new Error('Elija al menos una novedad.')
  return {
    url: textOf(form, 'url'),
    descripcion: textOf(form, 'descripcion') || null,
    tipos: all ? null : tipos,
  }
}
