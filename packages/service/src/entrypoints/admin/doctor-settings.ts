/** Settings that contradict each other: each is valid alone, so reading them refuses neither. */
import type { Config } from '../../base/config.ts'
import { isHttps } from '../../base/net/origins.ts'
import type { Finding } from './finding.ts'

/** For `sello doctor`, and for the start of the service. */
export function settingsFindings({
  publicOrigin,
  trustedProxies,
}: Pick<Config, 'publicOrigin' | 'trustedProxies'>): Finding[] {
  if (!isHttps(publicOrigin) || trustedProxies.length > 0) return []
  return [
    {
      gravedad: 'aviso',
      codigo: 'proxies',
      nit: null,
      ambiente: null,
      mensaje: `SELLO_PUBLIC_ORIGIN es ${publicOrigin}, y falta TRUSTED_PROXIES: todas las llamadas parecen venir del proxy que atiende https, así que los límites por dirección son de todos juntos y ninguna llave con direcciones permitidas funciona.`,
      queHacer: 'Ponga en TRUSTED_PROXIES la dirección de ese proxy y reinicie el servicio.',
    },
  ]
}
