/** The metrics of several processes as those of one. Each gauge says how it is put together (metrics.ts). */
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'

/** The metrics of a process, ready to be sent to another. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[]

export const FIGURES_TYPE = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE

/** In Prometheus' text format. */
export const toText = (all: readonly Figures[]): Promise<string> => together(all).metrics()

/**
 * What counts on after a process has ended: its counters and histograms. Without them a sum would fall, which a
 * monitor takes for a restart of everything.
 */
export async function keptOf(past: Figures, ended: Figures): Promise<Figures> {
  const counted = ended.filter(({ type }) => COUNTED.has(String(type)))
  return together([past, counted]).getMetricsAsJSON()
}

const COUNTED: ReadonlySet<string> = new Set(['counter', 'histogram'])

const together = (all: readonly Figures[]) =>
  AggregatorRegistry.aggregate(all.map((one) => [...one]))
