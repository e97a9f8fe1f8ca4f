/** The fields of a new sign key's passphrase in this browser. */
import { Password } from '../ui/input.tsx'

/** The passphrase that `SealFields` asks for, written twice. */
export function fraseNueva(data: FormData): string {
  const nueva = String(data.get('nueva'))
  if (nueva !== data.get('otra')) throw new Error('Las dos frases no son iguales.')
  return nueva
}

/** How the new key is opened in this browser: a passphrase, or a passkey if there is one. */
export function SealFields({ problem }: { problem: string | null }) {
  return (
    <>
      <Password
        label="Frase nueva para abrirla en este navegador"
        help="Al menos 12 caracteres. No se puede recuperar: si la olvida, pida una firma nueva; lo emitido sigue valiendo."
        error={problem}
        name="nueva"
        autoComplete="new-password"
        minLength={12}
      />
      <Password label="Repítala" name="otra" autoComplete="new-password" minLength={12} />
    </>
  )
}
