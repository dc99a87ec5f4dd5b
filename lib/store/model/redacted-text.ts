/** Stands where a redaction took a text out, unless something else was asked for. */
export const REDACTED = '[redacted]'
