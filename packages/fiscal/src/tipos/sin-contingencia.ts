/** What a type that is never issued in contingency (08, 09, 15) leaves out of its identification. */
interface DeContingencia {
  readonly tipoContingencia: unknown
  readonly motivoContin: unknown
}

/** An identification, or its structure's properties, without the members of a contingency. */
export function sinContingencia<T extends DeContingencia>({
  tipoContingencia: _,
  motivoContin: __,
  ...identificacion
}: T): Omit<T, keyof DeContingencia> {
  return identificacion
}
