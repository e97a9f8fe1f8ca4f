/** The secrets of a company, together: who owns each, what it is for, and what to do when it is lost. */
import css from './eventos.module.css'

// biome-ignore format: a table
const SECRETOS = [
  ['Su acceso a Sello',                        'Cada persona',        'Entrar a la consola: llave de acceso, o contraseña y código.',                    'pida un enlace a quien opera Sello.'],
  ['La contraseña de la API de Hacienda',      'La empresa',          'Transmitir. Es la que se crea en el portal de Hacienda.',                          'cree otra en el portal y guárdela en Ajustes.'],
  ['El certificado y la contraseña de su llave', 'La empresa',        'Firmar cada documento. Sello lo guarda cifrado; la contraseña no se guarda.',      'pida otro a Hacienda y cárguelo.'],
  ['La frase del dueño',                       'El dueño',            'Crear y renovar firmas y llaves de programas.',                                    'no se recupera; cargue de nuevo el certificado, con otra frase.'],
  ['La firma y la frase que la abre',          'Quien emite',         'Emitir a mano. Queda sellada en su navegador.',                                    'el dueño le da otra. Lo emitido sigue valiendo.'],
  ['Las llaves de un programa',                'Quien lo administra', 'Emitir desde una caja, una tienda en línea u otro sistema.',                       'revóquela y cree otra en Ajustes.'],
] as const

export function Secretos() {
  return (
    <details className="card section">
      <summary>Los seis secretos: de quién son y qué hacer si se pierden</summary>
      <ul>
        {SECRETOS.map(([nombre, de, para, perdido]) => (
          <li className={css.event} key={nombre}>
            <span className="inline">
              <b>{nombre}</b>
              <span className="space" />
              <span className="small">{de}</span>
            </span>
            <span>{para}</span>
            <span className="sub">Si se pierde: {perdido}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
