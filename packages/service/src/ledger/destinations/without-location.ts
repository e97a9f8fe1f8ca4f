/**
 * A destination's problem as every key may read it: where the service stores files is for its operator. A bucket's
 * problem may also name its server alone.
 */
export function withoutLocation(problem: string, location: string | null): string {
  const whole = location === null ? problem : problem.replaceAll(location, 'el destino')
  return whole.replaceAll(/https?:\/\/[^\s)]+/g, 'el destino')
}
