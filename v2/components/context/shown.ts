import type { ContextHistory, Gauge } from '@/lib/sessions/context'

/** A session's context as its drawer shows it. */
export interface ShownContext extends ContextHistory {
  model: string
  gauge: Gauge
}

/** A request as it was sent, laid out for reading. */
export interface ShownRequest {
  text: string
  /** see `coloursOf` */
  colours: string
  /** whether these are the bytes that were sent; null: nobody can tell */
  isExact: boolean | null
  bytes: number
}
