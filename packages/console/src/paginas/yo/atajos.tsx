/** The keys without Ctrl, and the theme. */
import { useState } from 'react'
import { readTheme, setSingleKeys, setTheme, singleKeysOn } from '../../app/theme.ts'
import { Check } from '../../ui/check.tsx'
import { Choice } from '../../ui/choice.tsx'

const TEMAS = [
  ['auto', 'Como el sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
] as const

export function Atajos() {
  const [theme, setNow] = useState(readTheme())
  const [keys, setKeys] = useState(singleKeysOn())
  return (
    <section className="card section stack">
      <div className="field">
        <span className="label">Tema</span>
        <Choice
          label="Tema"
          name="tema"
          choices={TEMAS}
          value={theme}
          onChange={(code) => {
            setTheme(code)
            setNow(code)
          }}
        />
      </div>
      <Check
        checked={keys}
        onCheck={(isOn) => {
          setSingleKeys(isOn)
          setKeys(isOn)
        }}
      >
        Teclas sueltas: N, G, J, K, / y ? fuera de los campos
      </Check>
    </section>
  )
}
