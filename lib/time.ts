import { z } from 'zod'

const RULE = 'must be a time as RFC 3339 writes it'

/** A time as RFC 3339 writes it, its letters in either case. PostgreSQL has no year 0. */
export const rfc3339 = z
  .string()
  .max(64, RULE)
  .toUpperCase()
  .pipe(z.iso.datetime({ offset: true, error: RULE }))
  .transform((value) => new Date(value))
  .refine((value) => value.getUTCFullYear() > 0, RULE)
