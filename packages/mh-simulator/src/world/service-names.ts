/** The ministry's services that a script can disturb; `*`: all of them. */

// biome-ignore format: a table
export const FAULT_SERVICES = [
  'auth', 'recepciondte', 'consultadte', 'anulardte', 'contingencia', 'recepcionlote',
  'consultadtelote', '*',
] as const
export type ServiceName = Exclude<(typeof FAULT_SERVICES)[number], '*'>
