/** The secrets of a company, together: who owns each, what it is for, and what to do when it is lost. */

// biome-ignore format: a table
const SECRETOS = [
  ['Su acceso a Sello',                        'Cada persona',        'Entrar a la consola: llave de acceso, o contraseña y código.',                    'Pida un enlace a quien opera Sello.'],
  ['La contraseña de la API de Hacienda',      'La empresa',          'Transmitir. Es la que se crea en el portal de Hacienda.',                          'Cree otra en el portal y guárdela en Ajustes.'],
  ['El certificado y la contraseña de su llave', 'La empresa',        'Firmar cada documento. Sello lo guarda cifrado; la contraseña no se guarda.',      'Pida otro a Hacienda y cárguelo.'],
  ['La frase del dueño',                       'El dueño',            'Crear y renovar firmas y llaves de programas.',                                    'No se recupera: cargue de nuevo el certificado, con otra frase.'],
  ['La firma y la frase que la abre',          'Quien emite',         'Emitir a mano. Queda sellada en su navegador.',                                    'El dueño le da otra. Lo emitido sigue valiendo.'],
  ['Las llaves de un programa',                'Quien lo administra', 'Emitir desde una caja, una tienda en línea u otro sistema.',                       'Revóquela y cree otra en Ajustes.'],
] as const

export function Secretos() {
  return (
    <details className="card sec">
      <summary>Los seis secretos: de quién son y qué hacer si se pierden</summary>
      <table className="table plain">
        <thead>
          <tr>
            <th>Secreto</th>
            <th>De quién</th>
            <th>Para qué</th>
            <th>Si se pierde</th>
          </tr>
        </thead>
        <tbody>
          {SECRETOS.map(([nombre, de, para, perdido]) => (
            <tr key={nombre}>
              <th scope="row">{nombre}</th>
              <td>{de}</td>
              <td>{para}</td>
              <td>{perdido}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
