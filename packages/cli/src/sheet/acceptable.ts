/** What `--accept` can name: what a file may say by mistake, and may be meant. */
export const ACCEPTABLE = ['hojas', 'ocultas', 'iguales'] as const
export type Acceptable = (typeof ACCEPTABLE)[number]
