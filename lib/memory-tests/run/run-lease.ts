import type { LeaseKind } from '@/lib/lease'

/** The lease of a process that works on a run of a test. */
export const RUN_LEASE: LeaseKind = {
  table: 'memory_test_runs',
  beatEveryMs: 2_000,
  silenceMs: 15_000,
}
