/** The part of a request's headers that a check needs. */
export type HeaderReader = Pick<Headers, 'get'>

/**
 * A request of the API, however it came: straight from Node's server (`node-http.ts`), or through
 * the page framework (`web.ts`).
 */
export interface ApiRequest {
  readonly method: string
  /** under which the caller reaches this server: `http://127.0.0.1:3000` */
  readonly origin: string
  /** as it was sent, percent-encoded, without the query */
  readonly pathname: string
  readonly query: URLSearchParams
  readonly headers: HeaderReader
  /** null: none was sent. A body is read once, through this or `read`. */
  readonly body: ReadableStream<Uint8Array> | null
  /** aborted when the caller leaves before the whole answer is sent */
  readonly signal: AbortSignal
  /**
   * The body's bytes; null as soon as there are more than `limit` of them. The rest is taken and
   * dropped for a moment, so that a caller who is still sending gets the answer.
   */
  read(limit: number): Promise<Buffer | null>
  /** Calls back when all of the answer is sent, or the caller has left. */
  onClose(listener: () => void): void
  /** Ends the call, however far it is: no more is read of it, and no more of its answer sent. */
  cutOff(): void
}

/** Time for which a refused sender may keep sending; milliseconds. */
export const LINGER_MS = 1000
