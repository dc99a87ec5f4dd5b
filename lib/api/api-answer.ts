/** An answer of the API before it is sent. */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  /** a text that is there as a whole, or bytes as they come; null: none */
  body: string | ReadableStream<Uint8Array> | null
}

/** The answer that a response is; its body is not read. */
export function answerOf({ status, headers, body }: Response): ApiAnswer {
  return { status, headers: Object.fromEntries(headers), body }
}
