import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api'
import { perProcess } from '@/lib/per-process'
import type { Collector } from './open-telemetry'

const state = () => perProcess<{ tracer: Tracer | null }>('traces', () => ({ tracer: null }))

/**
 * Makes this process send traces to a collector; without one, tracing costs nothing. Returns a
 * function that sends the last ones and ends it.
 */
export async function startTracing(to: Collector | null): Promise<() => Promise<void>> {
  if (to === null || state().tracer) return async () => {}
  const { sendTraces } = await import('./open-telemetry')
  const { tracer, end } = sendTraces(to)
  state().tracer = tracer
  return async () => {
    state().tracer = null
    await end()
  }
}

/**
 * Facts about a call: words of closed sets and numbers; never content, paths of memories or keys.
 */
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
  const { tracer } = state()
  if (!tracer) return work()
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, contextOf(parent))
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

/**
 * Parses the caller's context by the recommendation W3C Trace Context; also whether they sample the
 * trace.
 */
function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
