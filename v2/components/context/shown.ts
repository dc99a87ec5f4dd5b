import type { ContextRequest, Gauge, Happening } from '@/lib/sessions/context'

/** A session's context as its drawer shows it. */
export interface ShownContext {
  model: string
  gauge: Gauge
  /** oldest first */
  requests: ContextRequest[]
  happenings: Happening[]
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
