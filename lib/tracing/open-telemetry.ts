import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { log } from '@/lib/log'
import { countDroppedSpans } from '@/lib/metrics/metrics'

/** OpenTelemetry's own SDK; loaded only where traces are asked for. */

/** The destination of spans. */
export interface Collector {
  /** its base address, without `/v1/traces` */
  endpoint: string
  /** what it asks for, such as a token */
  headers: Readonly<Record<string, string>>
}

export interface SentTraces {
  tracer: Tracer
  /** Sends the last ones, if the collector takes them in time. */
  end: () => Promise<void>
}

/** Spans that wait to be sent. With more, a collector does not keep up, and the newest are dropped. */
const MAX_WAITING = 5_000
const SENT_TOGETHER = 512
const SEND_AFTER_MS = 1_000
const SEND_TIMEOUT_MS = 5_000

/**
 * A tracer whose spans are sent by OTLP over HTTP, as JSON. A caller who does not sample their trace
 * is asked for none. It is not the process's tracer: the framework's spans, which have addresses
 * with ids and what was searched for, are not taken.
 */
export function sendTraces(to: Collector): SentTraces {
  const exporter = new CountingExporter({
    url: `${to.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...to.headers },
    timeoutMillis: SEND_TIMEOUT_MS,
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'palimpsest' }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BoundedProcessor(exporter)],
  })
  return {
    tracer: provider.getTracer('palimpsest'),
    end: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), timeUp()])
      if (exporter.waiting > 0) exporter.drop(exporter.waiting)
    },
  }
}

function timeUp(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, SEND_TIMEOUT_MS).unref()
  })
}

type Export = Parameters<OTLPTraceExporter['export']>

/** `ExportResultCode.SUCCESS` of a package that is not ours to depend on. */
const SENT = 0

/** Counts what is not sent; so far as the SDK is told, all is. */
class CountingExporter extends OTLPTraceExporter {
  /** spans that ended, and of which it is not known whether the collector has them */
  waiting = 0
  private hasDropped = false

  override export(spans: Export[0], done: Export[1]): void {
    super.export(spans, ({ code }) => {
      this.waiting -= spans.length
      if (Number(code) === SENT) this.hasDropped = false
      else this.drop(spans.length)
      // Told of a failure, it would end without waiting for what else is being sent.
      done({ code: 0 })
    })
  }

  /** Said once, until it works again. */
  drop(count: number): void {
    countDroppedSpans(count)
    if (!this.hasDropped) log.warn('traces could not be sent to their collector')
    this.hasDropped = true
  }
}

/** The SDK's own drops what is too much without a word. */
class BoundedProcessor extends BatchSpanProcessor {
  constructor(private readonly to: CountingExporter) {
    super(to, {
      maxQueueSize: MAX_WAITING,
      maxExportBatchSize: SENT_TOGETHER,
      scheduledDelayMillis: SEND_AFTER_MS,
      exportTimeoutMillis: SEND_TIMEOUT_MS,
    })
  }

  override onEnd(span: ReadableSpan): void {
    if (this.to.waiting >= MAX_WAITING) return this.to.drop(1)
    this.to.waiting++
    super.onEnd(span)
  }
}
