/**
 * OpenTelemetry traces, sent over OTLP/HTTP if an endpoint is configured. The library is loaded only then, because
 * its context manager slows down every `await` of a process (docs/adr/0027-what-speed-may-cost.md).
 */
import type { Context, Span, Tracer } from '@opentelemetry/api'
import type { Logger } from 'pino'

/** The headers that may carry the caller's trace context. */
export type Carrier = Readonly<Record<string, string | string[] | undefined>>

export interface Tracing {
  /** A span below the current one. */
  span<T>(name: string, work: () => Promise<T>): Promise<T>
  /** The same for a span that has already ended. */
  past(name: string, seconds: number, attributes: Readonly<Record<string, string>>): void
  /** The span of the whole call: `then` and everything it starts is below it. `end` sets the outcome. */
  call(carrier: Carrier, then: () => void): (route: string, status: number) => void
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

export const NO_TRACING: Tracing = {
  span: (_name, work) => work(),
  past: () => {},
  call: (_carrier, then) => {
    then()
    return () => {}
  },
  stop: async () => {},
}

/** `endpoint` is the collector's own address, without `/v1/traces`. */
export async function startTracing(
  { endpoint, now }: { readonly endpoint: string; readonly now: () => Date },
  log: Logger,
): Promise<Tracing> {
  const [api, { NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] })
  provider.register()
  const tracer: Tracer = provider.getTracer('sello')
  log.info({ endpoint }, 'traces are sent')

  const fail = (span: Span, error: unknown) => {
    const message = error instanceof Error ? error.name : typeof error // a message may quote a value
    span.setStatus({ code: api.SpanStatusCode.ERROR, message })
  }
  return {
    span: (name, work) =>
      tracer.startActiveSpan(name, async (span) => {
        try {
          return await work()
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      }),
    past(name, seconds, attributes) {
      const end = now().getTime()
      tracer.startSpan(name, { startTime: end - seconds * 1_000, attributes }).end(end)
    },
    call(carrier, then) {
      const above: Context = api.propagation.extract(api.ROOT_CONTEXT, carrier)
      const span = tracer.startSpan('call', { kind: api.SpanKind.SERVER }, above)
      api.context.with(api.trace.setSpan(above, span), then)
      return (route, status) => {
        span.updateName(route)
        span.setAttributes({ 'sello.route': route, 'http.response.status_code': status })
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
        span.end()
      }
    },
    async stop() {
      await provider.shutdown().catch((error: unknown) => {
        log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'traces were not sent')
      })
    },
  }
}
