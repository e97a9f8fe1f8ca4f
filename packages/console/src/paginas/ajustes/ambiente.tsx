/** Certificate and password belong to an environment: chooses which one, by default that of the address. */
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Ambiente } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Choice } from '../../ui/choice.tsx'

export const AMBIENTE = { '00': 'Pruebas', '01': 'Producción' } as const

const CHOICES = (['00', '01'] as const).map((code) => [code, AMBIENTE[code]] as const)

export function useAmbiente() {
  const workspace = useWorkspace()
  const asked = new URLSearchParams(useSearch()).get('ambiente')
  const [ambiente, setAmbiente] = useState<Ambiente>(
    asked === '00' || asked === '01' ? asked : workspace.ambiente,
  )
  const choice = (
    <Choice
      label="Ambiente"
      name="ambiente"
      choices={CHOICES}
      value={ambiente}
      onChange={setAmbiente}
    />
  )
  return { ambiente, choice }
}
