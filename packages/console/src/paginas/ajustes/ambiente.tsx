/** Certificate and password belong to an environment: chooses which one, by default that of the address. */
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Ambiente } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'

export const AMBIENTE = { '00': 'Pruebas', '01': 'Producción' } as const

export function useAmbiente() {
  const workspace = useWorkspace()
  const asked = new URLSearchParams(useSearch()).get('ambiente')
  const [ambiente, setAmbiente] = useState<Ambiente>(
    asked === '00' || asked === '01' ? asked : workspace.ambiente,
  )
  const choice = (
    <div className="seg" role="radiogroup" aria-label="Ambiente">
      {(['00', '01'] as const).map((code) => (
        <label key={code}>
          <input
            type="radio"
            name="ambiente"
            checked={ambiente === code}
            onChange={() => setAmbiente(code)}
          />
          {AMBIENTE[code]}
        </label>
      ))}
    </div>
  )
  return { ambiente, choice }
}
