import { log } from '@/lib/log'

/** Where spans are sent. */
export interface Collector {
  /** its base address, without `/v1/traces` */
  endpoint: string
  /** what it asks for, such as a token */
  headers: Readonly<Record<string, string>>
}

/** A span that has ended. */
export interface EndedSpan {
  traceId: string
  spanId: string
  /** null: it begins its trace, as far as is known here */
  parentSpanId: string | null
  name: string
  /** nanoseconds since 1970, as a decimal number */
  start: string
  end: string
  attributes: Readonly<Record<string, string | number | boolean>>
  isError: boolean
}

/** Sent at once; of a collector that does not keep up, the oldest are dropped. */
const MOST_WAITING = 512
const SEND_AFTER_MS = 1_000
const PATIENCE_MS = 5_000

/** Sends spans to a collector by OTLP over HTTP, as JSON, some at a time. */
export class TraceExporter {
  private waiting: EndedSpan[] = []
  private timer: NodeJS.Timeout | null = null
  private hasFailed = false

  constructor(private readonly to: Collector) {}

  add(span: EndedSpan): void {
    this.waiting.push(span)
    if (this.waiting.length > MOST_WAITING) this.waiting.shift()
    this.timer ??= setTimeout(() => void this.send(), SEND_AFTER_MS).unref()
  }

  async send(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const spans = this.waiting
    this.waiting = []
    if (spans.length === 0) return
    try {
      const answer = await fetch(`${this.to.endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...this.to.headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spans)),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.arrayBuffer()
      this.note(!answer.ok)
    } catch {
      this.note(true)
    }
  }

  /** Said once, until it works again. */
  private note(isFailed: boolean): void {
    if (isFailed && !this.hasFailed) log.warn('traces could not be sent to their collector')
    this.hasFailed = isFailed
  }
}

const SERVER_KIND = 2
const ERROR_STATUS = 2

function requestOf(spans: readonly EndedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'palimpsest')] },
        scopeSpans: [{ scope: { name: 'palimpsest' }, spans: spans.map(written) }],
      },
    ],
  }
}

function written(span: EndedSpan): object {
  const { traceId, spanId, parentSpanId, name, start, end, attributes, isError } = span
  return {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name,
    kind: SERVER_KIND,
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    status: isError ? { code: ERROR_STATUS } : {},
  }
}

function attribute(key: string, value: string | number | boolean): object {
  if (typeof value === 'string') return { key, value: { stringValue: value } }
  if (typeof value === 'boolean') return { key, value: { boolValue: value } }
  return { key, value: { intValue: String(value) } }
}
