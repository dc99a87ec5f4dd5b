import type { LeaseKind } from '@/lib/lease'

/** The lease of the process that works on a connection. */
export const CONNECTION_LEASE: LeaseKind = {
  table: 'connections',
  beatEveryMs: 10_000,
  silenceMs: 30_000,
}
