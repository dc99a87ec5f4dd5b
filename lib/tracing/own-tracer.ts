import { randomBytes } from 'node:crypto'
import {
  type Attributes,
  type Context,
  context,
  ProxyTracerProvider,
  type Span,
  type SpanContext,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api'
import type { TraceExporter } from './trace-exporter'

/** The name under which this application's own code asks for its tracer. */
export const TRACER = 'palimpsest'

/**
 * A provider for this application's own spans. Others (the framework's have addresses with ids and
 * what was searched for) are not taken.
 */
export function ownProvider(exporter: TraceExporter): TracerProvider {
  const none = new ProxyTracerProvider()
  const own = new OwnTracer(exporter)
  return { getTracer: (name) => (name === TRACER ? own : none.getTracer(name)) }
}

class OwnTracer implements Tracer {
  constructor(private readonly exporter: TraceExporter) {}

  startSpan(
    name: string,
    options: { attributes?: Attributes } = {},
    parent: Context = context.active(),
  ): Span {
    const above = trace.getSpanContext(parent)
    return new OwnSpan(this.exporter, name, above, options.attributes ?? {})
  }

  startActiveSpan<Work extends (span: Span) => unknown>(
    name: string,
    ...rest: unknown[]
  ): ReturnType<Work> {
    const work = rest.at(-1) as Work
    return work(this.startSpan(name)) as ReturnType<Work>
  }
}

class OwnSpan implements Span {
  private readonly own: SpanContext
  private readonly start = nanoseconds()
  private readonly attributes: Record<string, string | number | boolean> = {}
  private isError = false
  private hasEnded = false

  constructor(
    private readonly exporter: TraceExporter,
    private readonly name: string,
    private readonly above: SpanContext | undefined,
    attributes: Attributes,
  ) {
    this.own = {
      traceId: above?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      traceFlags: TraceFlags.SAMPLED,
    }
    this.setAttributes(attributes)
  }

  spanContext(): SpanContext {
    return this.own
  }

  setAttribute(key: string, value: Attributes[string]): this {
    const isPlain =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isPlain) this.attributes[key] = value
    return this
  }

  setAttributes(attributes: Attributes): this {
    for (const [key, value] of Object.entries(attributes)) this.setAttribute(key, value)
    return this
  }

  setStatus({ code }: { code: SpanStatusCode }): this {
    this.isError = code === SpanStatusCode.ERROR
    return this
  }

  end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    const { traceId, spanId } = this.own
    const { name, start, attributes, isError } = this
    const parentSpanId = this.above?.spanId ?? null
    const end = nanoseconds()
    this.exporter.add({ traceId, spanId, parentSpanId, name, start, end, attributes, isError })
  }

  isRecording(): boolean {
    return !this.hasEnded
  }

  // Names, events and links of spans are given by no code of ours.
  updateName = (): this => this
  addEvent = (): this => this
  addLink = (): this => this
  addLinks = (): this => this
  recordException(): void {}
}

const nanoseconds = () =>
  String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n)
