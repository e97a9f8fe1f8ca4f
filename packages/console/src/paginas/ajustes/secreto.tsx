/** A key that was made: shown once, with a first call in several languages. */
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { BASE } from '../../base.ts'
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { KeptDialog, ShownOnce } from '../shown-once.tsx'
import { EJEMPLOS } from './ejemplos.ts'
import type { Minted } from './nueva-llave.tsx'
import css from './secreto.module.css'

const LENGUAJES = Object.fromEntries(Object.keys(EJEMPLOS).map((name) => [name, name]))

export function Secreto({ minted, onClose }: { minted: Minted; onClose: () => void }) {
  const [lang, setLang] = useState<keyof typeof EJEMPLOS>('curl')
  const source = EJEMPLOS[lang]?.({ url: location.origin + BASE, ...minted }) ?? ''
  return (
    <KeptDialog title="Su llave" wide words={KEYS} onClose={onClose}>
      <Parte label="Llave de la API" text={minted.apiKey} />
      {minted.signKey && <Parte label="Llave de firma" text={minted.signKey} />}
      <h3>¿Y ahora?</h3>
      <Tabs
        label="Lenguaje"
        tabs={LENGUAJES}
        value={lang}
        onChange={setLang}
        className={css.source}
      >
        <pre data-example>{source}</pre>
      </Tabs>
      <Button onClick={() => copy(source, 'Ejemplo copiado.')}>Copiar el ejemplo</Button>
    </KeptDialog>
  )
}

const KEYS = {
  warning: 'Cópielas ahora: no se vuelven a mostrar.',
  kept: 'Las guardé',
  why: 'Guárdelas antes: no se vuelven a mostrar.',
}

function Parte({ label, text }: { label: string; text: string }) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <ShownOnce text={text}>
        <button
          type="button"
          className="icon-button"
          aria-label={`Copiar ${label}`}
          onClick={() => copy(text, 'Copiada.')}
        >
          <Copy className="icon" aria-hidden />
        </button>
      </ShownOnce>
    </div>
  )
}
