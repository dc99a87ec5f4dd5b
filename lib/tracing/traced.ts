import { ROOT_CONTEXT, type Context, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { perProcess } from '@/lib/per-process'
import { ownProvider, TRACER } from './own-tracer'
import { type Collector, TraceExporter } from './trace-exporter'

const state = () => perProcess('traces', () => ({ isOn: false }))

/**
 * Has this process send traces to a collector; without it, tracing costs nothing. Returns what sends
 * the last ones and ends it.
 */
export function startTracing(to: Collector | null): () => Promise<void> {
  if (to === null || state().isOn) return async () => {}
  state().isOn = true
  const exporter = new TraceExporter(to)
  trace.setGlobalTracerProvider(ownProvider(exporter))
  return async () => {
    state().isOn = false
    trace.disable()
    await exporter.send()
  }
}

/** What a call was: words of closed sets and numbers; never content, paths of memories or keys. */
export type CallFacts = Readonly<Record<string, string | number>>

/**
 * Runs a call within a span. `name`: a route, or a method of a protocol; `parent`: the caller's own
 * span, as `traceparent` names it; `facts`: what is known of the call afterwards.
 */
export async function traced<Value>(
  name: string,
  parent: string | null,
  work: () => Promise<Value>,
  facts: (value: Value) => CallFacts & { isError: 0 | 1 },
): Promise<Value> {
  if (!state().isOn) return work()
  const span = trace.getTracer(TRACER).startSpan(name, {}, contextOf(parent))
  try {
    const value = await work()
    const { isError, ...attributes } = facts(value)
    span.setAttributes(attributes)
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
    return value
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** By the recommendation W3C Trace Context. */
function contextOf(parent: string | null): Context {
  const [, traceId, spanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(parent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
